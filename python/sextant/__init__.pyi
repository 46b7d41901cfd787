from sextant._core import BrokenRun as BrokenRun, BusyDirectory as BusyDirectory, Error as Error, RequestError as RequestError, Stopped as Stopped
from sextant.laboratory.boundary import Boundary as Boundary, Trial as Trial
from sextant.laboratory.claims import Claims as Claims, reproduce as reproduce
from sextant.laboratory.discovery import Discovery as Discovery, discover as discover
from sextant.laboratory.encoding import Encoding as Encoding, encode as encode
from sextant.laboratory.inspection import Inspection as Inspection, inspect as inspect
from sextant.laboratory.model import ActivationCache as ActivationCache, Model as Model
from sextant.laboratory.opening import open as open
from sextant.laboratory.options import configuration_help as configuration_help, options as options, variants as variants
from sextant.laboratory.pages import report as report, view as view
from sextant.laboratory.run import Run as Run, train as train
from sextant.laboratory.stress import StressReport as StressReport, stress as stress
from sextant.laboratory.sweep import PhaseDiagram as PhaseDiagram, Sweep as Sweep
from sextant.laboratory.task import Task as Task
from sextant.laboratory.tuning import Tuning as Tuning, tune as tune
from sextant.laboratory.verification import Verification as Verification, verify_necessity as verify_necessity, verify_resume as verify_resume

__version__: str

// Every kind of panel (docs/page_data.md). A new kind is one file and one line.
import type {Draw} from "../figure";
import {drawAttentionMaps} from "./attention_maps";
import {drawFault} from "./fault";
import {drawImageRecovery} from "./image_recovery";
import {drawInformationFlow} from "./information_flow";
import {drawLearningCurves} from "./learning_curves";
import {drawMetricBySetting} from "./metric_by_setting";
import {drawPhaseDiagram} from "./phase_diagram";
import {drawPositionAnimation} from "./position_animation";
import {drawPositionsMap} from "./positions_map";
import {drawSimilarityMatrix} from "./similarity_matrix";
import {drawSimilarityTiles} from "./similarity_tiles";
import {drawSpectrum} from "./spectrum";
import {drawStressBars} from "./stress_bars";
import {drawTable} from "./table";
import {drawWeightHistograms} from "./weight_histograms";

export const panelKinds: Record<string, Draw | undefined> = {
  attention_maps: drawAttentionMaps,
  fault: drawFault,
  image_recovery: drawImageRecovery,
  information_flow: drawInformationFlow,
  learning_curves: drawLearningCurves,
  metric_by_setting: drawMetricBySetting,
  phase_diagram: drawPhaseDiagram,
  position_animation: drawPositionAnimation,
  positions_map: drawPositionsMap,
  similarity_matrix: drawSimilarityMatrix,
  similarity_tiles: drawSimilarityTiles,
  spectrum: drawSpectrum,
  stress_bars: drawStressBars,
  table: drawTable,
  weight_histograms: drawWeightHistograms,
};

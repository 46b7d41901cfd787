"""Makes files of runs say that another version of the code wrote them: set_code.py CODE FILE ..."""
import json
import sys

for path in sys.argv[2:]:
    with open(path) as file:
        tree = json.load(file)
    tree["code"] = sys.argv[1]
    for key in "checksum", "run":  # as files of version 0.1, which have neither
        tree.pop(key, None)
    with open(path, "w") as file:
        json.dump(tree, file, indent=2)

"""Take provenance, the only part that may differ, out of report files: strip_provenance.py FILE..."""

import json
import sys
from pathlib import Path

if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        document = json.loads(path.read_text("utf-8"))
        for report in document["reports"]:
            del report["provenance"]
        path.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", "utf-8")

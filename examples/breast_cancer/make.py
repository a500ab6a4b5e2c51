"""Train two models on the breast-cancer data of scikit-learn and write what the gate needs.

    python examples/breast_cancer/make.py

writes the labels (golden_sets/breast_cancer.csv) and out-of-fold predictions of four systems
(runs/breast_cancer*.csv). The class to be found is ``malignant``. Every score is predicted by a model
that has not seen the item; folds and models are seeded, and scores are rounded to six decimals so
that the files do not depend on the last bits of a machine.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

ROOT = Path(__file__).parent.parent.parent
FOLDS = StratifiedKFold(n_splits=10, shuffle=True, random_state=7)


def main() -> None:
    """Write the golden set and the runs."""
    data = load_breast_cancer()
    malignant = data.target == 0
    size = data.data[:, list(data.feature_names).index("mean radius")]
    bands = np.where(
        size < np.quantile(size, 1 / 3), "small", np.where(size < np.quantile(size, 2 / 3), "medium", "large")
    )
    ids = [f"bc{i:04d}" for i in range(len(malignant))]
    labels = ["malignant" if is_malignant else "benign" for is_malignant in malignant]
    write(
        ROOT / "golden_sets/breast_cancer.csv", ("id", "label", "size"), zip(ids, labels, bands, strict=True)
    )

    forest = RandomForestClassifier(n_estimators=300, min_samples_leaf=3, random_state=7)
    logistic = make_pipeline(StandardScaler(), LogisticRegression(C=0.5, max_iter=1000))
    baseline = predict(forest, data.data, malignant)
    better = predict(logistic, data.data, malignant)
    # The fault: the columns of the worst-case measurements are lost on the way to the model, and what
    # arrives in their place is a constant.
    broken = data.data.copy()
    broken[:, 20:] = 0.0
    broken[:, 5:8] = 0.0
    fault = predict(
        make_pipeline(StandardScaler(), LogisticRegression(C=0.002, max_iter=1000)), broken, malignant
    )
    for name, scores in (("baseline", baseline), ("", better), ("fault", fault)):
        path = ROOT / "runs" / f"breast_cancer{'.' if name else ''}{name}.csv"
        write(path, ("id", "score"), ((i, f"{s:.6f}") for i, s in zip(ids, scores, strict=True)))


def predict(model: object, features: np.ndarray, malignant: np.ndarray) -> np.ndarray:
    """Return each item's probability of being malignant, from the fold that has not seen it."""
    return cross_val_predict(model, features, malignant, cv=FOLDS, method="predict_proba")[:, 1]


def write(path: Path, header: tuple[str, ...], rows) -> None:
    """Write a CSV file with Unix line ends."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


if __name__ == "__main__":
    main()

"""Let other packages write one golden set and one run, with their own code.

    python -m tests.readers.packages ranx tests/readers/written/ranx

writes what the test of that package reads. What they wrote is kept under ``written/``, so that it is read
where a package is not installed, too: ragas 0.4.3 (with langchain-community below 0.4), ranx 0.3.21,
mlflow-skinny 3.17.2, llama-index-core 0.14.25 with llama-index-finetuning 0.4.2, datasets 5.2.0 and
promptfoo 0.121.20.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

QUERIES = {"q1": "Where is Zürich?", "q2": 'Who said "no", and why?'}
CORPUS = {
    "d1": "Zürich lies in Switzerland.",
    "d2": "On the Limmat.",
    "007": "She did.\nTwice.",
    "d9": "Else.",
}
RELEVANT = {"q1": ["d1", "d2"], "q2": ["007"]}
RANKED = {"q1": ["d2", "d9", "d1"], "q2": ["d9", "007"]}
FAITHFULNESS = {"q1": 0.5, "q2": 1.0}
LABELS = {"q1": "place", "q2": "person"}


def ragas(folder: Path) -> None:
    """Samples as the data set saves them, and scores as the result's data frame does."""
    from ragas import EvaluationDataset
    from ragas.callbacks import ChainRun
    from ragas.dataset_schema import EvaluationResult

    trace = ChainRun(run_id="1", parent_run_id=None, name="evaluation", inputs={}, metadata={})

    def texts(ids):
        return [CORPUS[i] for i in ids]

    for name, make in (("ids", list), ("texts", texts)):
        key = "_ids" if name == "ids" else "s"
        rows = [
            {
                "user_input": text,
                f"reference_context{key}": make(RELEVANT[q]),
                f"retrieved_context{key}": make(RANKED[q]),
            }
            for q, text in QUERIES.items()
        ]
        dataset = EvaluationDataset.from_list(rows)
        dataset.to_jsonl(folder / f"{name}.jsonl")
        dataset.to_csv(folder / f"{name}.csv")
        scores = [{"faithfulness": FAITHFULNESS[q]} for q in QUERIES]
        frame = EvaluationResult(scores=scores, dataset=dataset, ragas_traces={"1": trace}).to_pandas()
        frame.to_json(folder / f"{name}_scored.json", orient="records")
        frame.to_csv(folder / f"{name}_scored.csv", index=False)
        frame.to_parquet(folder / f"{name}_scored.parquet")


def ranx(folder: Path) -> None:
    """Judgements and results, in each kind of file that the gate reads."""
    from ranx import Qrels, Run

    qrels = Qrels({q: dict.fromkeys(documents, 1) for q, documents in RELEVANT.items()})
    scores = {q: {d: 1.5 / (i + 1) for i, d in enumerate(documents)} for q, documents in RANKED.items()}
    for suffix in ("json", "trec", "parquet"):
        qrels.save(str(folder / f"qrels.{suffix}"))
        Run(scores, name="ours").save(str(folder / f"run.{suffix}"))


def mlflow(folder: Path) -> None:
    """Tables of an evaluation, of retrieved documents and of classes."""
    import pandas as pd

    with tempfile.TemporaryDirectory() as store:
        os.environ |= {
            "MLFLOW_ALLOW_FILE_STORE": "true",
            "MLFLOW_TRACKING_URI": (Path(store) / "runs").as_uri(),
        }
        import mlflow as package

        tables = {
            "documents": [
                {"inputs": text, "targets": RELEVANT[q], "predictions": RANKED[q], "latency": 0.5}
                for q, text in QUERIES.items()
            ],
            "expectations": [
                {
                    "inputs": {"question": text},
                    "expectations": {"expected_retrieved_context": [{"doc_uri": d} for d in RELEVANT[q]]},
                    "outputs": [{"page_content": CORPUS[d], "metadata": {"doc_uri": d}} for d in RANKED[q]],
                }
                for q, text in QUERIES.items()
            ],
            "classes": [
                {"inputs": text, "targets": LABELS[q], "predictions": "place"} for q, text in QUERIES.items()
            ],
        }
        with package.start_run() as run:
            for name, rows in tables.items():
                for suffix in ("json", "parquet"):
                    package.log_table(pd.DataFrame(rows), f"{name}.{suffix}")
                    package.artifacts.download_artifacts(
                        run_id=run.info.run_id, artifact_path=f"{name}.{suffix}", dst_path=str(folder)
                    )


def llama_index(folder: Path) -> None:
    """Results of a retriever's evaluation; and a QA data set, where the package that has it is there, too."""
    import importlib.util

    from llama_index.core.evaluation import RetrievalEvalResult
    from llama_index.core.evaluation.retrieval.base import RetrievalMetricResult

    results = [
        RetrievalEvalResult(
            query=text,
            expected_ids=RELEVANT[q],
            retrieved_ids=RANKED[q],
            retrieved_texts=[CORPUS[d] for d in RANKED[q]],
            metric_dict={"mrr": RetrievalMetricResult(score=FAITHFULNESS[q])},
        )
        for q, text in QUERIES.items()
    ]
    lines = "".join(f"{result.model_dump_json()}\n" for result in results)
    (folder / "results.jsonl").write_text(lines, "utf-8")
    # Its __init__ asks for packages of several gigabytes that the class has no use for.
    places = importlib.util.find_spec("llama_index").submodule_search_locations
    file = next(
        (f for place in places if (f := Path(place) / "finetuning/embeddings/common.py").exists()), None
    )
    if file is not None:
        spec = importlib.util.spec_from_file_location("finetuning_common", file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        dataset = module.EmbeddingQAFinetuneDataset(queries=QUERIES, corpus=CORPUS, relevant_docs=RELEVANT)
        dataset.save_json(str(folder / "dataset.json"))


def datasets(folder: Path) -> None:
    """Judgements, results and classes of a Hugging Face data set."""
    from datasets import ClassLabel, Dataset, Features, Sequence, Value

    judged = [{"id": q, "query": QUERIES[q], "relevant": documents} for q, documents in RELEVANT.items()]
    Dataset.from_list(judged).to_parquet(folder / "golden.parquet")
    Dataset.from_list([{"id": q, "ranked": d} for q, d in RANKED.items()]).to_parquet(folder / "run.parquet")
    names = ["person", "place"]
    features = Features({"id": Value("string"), "text": Value("string"), "label": ClassLabel(names=names)})
    rows = [{"id": q, "text": QUERIES[q], "label": LABELS[q]} for q in QUERIES]
    Dataset.from_list(rows, features=features).to_parquet(folder / "classes.parquet")
    several = Features({"id": Value("string"), "labels": Sequence(ClassLabel(names=names))})
    rows = [{"id": q, "labels": [LABELS[q]]} for q in QUERIES] + [{"id": "q3", "labels": []}]
    Dataset.from_list(rows, features=several).to_parquet(folder / "labels.parquet")


def promptfoo(folder: Path) -> None:
    """Results of its `eval` on tests of ours, by a provider that answers from their variables."""
    import json

    import yaml

    tests = [
        {
            "vars": {"question": text, "answer": json.dumps(RANKED[q])},
            "metadata": {"id": q, "relevant": RELEVANT[q]},
            "assert": [{"type": "equals", "value": json.dumps(RELEVANT[q])}],
        }
        for q, text in QUERIES.items()
    ]
    config = {"prompts": ["{{answer | safe}}"], "providers": ["echo"], "tests": tests}
    (folder / "tests.yaml").write_text(yaml.safe_dump(config, sort_keys=False, allow_unicode=True), "utf-8")
    outputs = [argument for suffix in ("json", "yaml", "jsonl") for argument in ("-o", f"results.{suffix}")]
    off = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1"}
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            ["promptfoo", "eval", "-c", "tests.yaml", *outputs, "--no-cache", "--no-write"],
            cwd=folder,
            env={**os.environ, **off, "PROMPTFOO_CONFIG_DIR": home},
            check=False,
        )
    assert done.returncode in (0, 100), done.returncode  # 100: an answer was not as it was asserted


WRITERS = {write.__name__: write for write in (ragas, ranx, mlflow, llama_index, datasets, promptfoo)}


if __name__ == "__main__":
    WRITERS[sys.argv[1]](Path(sys.argv[2]))

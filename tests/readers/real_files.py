"""What is known of every file of the reference data that comes from other tools or from the wild."""

TREC = {"format": "trec"}
DEEPEVAL = {"format": "deepeval", "fields": {"id": "name"}}
STAGE = {"fields": {"ranked": "retrieved_ids", "id": "qid"}}
HF = {"format": "ragas", "fields": {"reference": "expected_answer"}}
BOOKINGS = {"format": "deepeval", "fields": {"query": "query", "label": "label"}}
REVIEWS = {"format": "deepeval", "fields": {"query": "Generated review", "label": "Expert label"}}
CHECKER = {
    "format": "ragas",
    "fields": {
        "id": "query_id",
        "query": "query",
        "reference": "gt_answer",
        "text": "response",
        "ranked": "retrieved_context",
    },
}
JUDGED = {"format": "mlflow", "fields": {"id": "idx", "predicted": "gpt_result"}}

READ = {
    "formats/cwl/gain_file": ("golden", "retrieval", TREC, 3),
    "formats/cwl/neg_gain_file": ("golden", "retrieval", TREC, 3),
    "formats/cwl/qrel_file": ("golden", "retrieval", TREC, 3),
    "formats/cwl/result_file": ("run", "retrieval", TREC, 3),
    "formats/ir_measures/compat.qrels": ("golden", "retrieval", {}, 2),
    "formats/ir_measures/compat.run": ("run", "retrieval", {}, 2),
    "formats/ir_measures/cwl.qrels": ("golden", "retrieval", {}, 3),
    "formats/ir_measures/cwl.run": ("run", "retrieval", {}, 3),
    "formats/pyserini/nfcorpus-qrels.tsv": ("golden", "retrieval", {}, 5),
    "formats/pyserini/simple_trec_run_filter.txt": ("run", "retrieval", {}, 4),
    "formats/pyserini/simple_trec_run_fusion_1.txt": ("run", "retrieval", {}, 2),
    "formats/pyserini/simple_trec_run_fusion_2.txt": ("run", "retrieval", {}, 2),
    "formats/pyserini/simple_trec_run_msmarco_doc1.txt": ("run", "retrieval", {}, 4),
    "formats/ranx/qrels.json": ("golden", "retrieval", {}, 2),
    "formats/ranx/qrels.parquet": ("golden", "retrieval", {}, 2),
    "formats/ranx/qrels.trec": ("golden", "retrieval", {}, 2),
    "formats/ranx/qrels.trec.gz": ("golden", "retrieval", {}, 2),
    "formats/ranx/run.json": ("run", "retrieval", {}, 2),
    "formats/ranx/run.parquet": ("run", "retrieval", {}, 2),
    "formats/ranx/run.trec": ("run", "retrieval", {}, 2),
    "formats/ranx/run.trec.gz": ("run", "retrieval", {}, 2),
    "formats/ranx/small_qrels.json": ("golden", "retrieval", {}, 2),
    "formats/ranx/small_qrels.trec": ("golden", "retrieval", {}, 2),
    "formats/trectools/qrel1.txt": ("golden", "retrieval", {}, 3),
    "formats/trectools/r1.run": ("run", "retrieval", {}, 2),
    "formats/trectools/r2.run": ("run", "retrieval", {}, 2),
    "formats/trectools/r3.run": ("run", "retrieval", {}, 2),
    "formats/trectools/r4.run": ("run", "retrieval", {}, 3),
    "rag/autorag-sample/qa.parquet": ("golden", "retrieval", {"fields": {"relevant": "retrieval_gt"}}, 10),
    "rag/autorag-sample/retrieval/hybrid.jsonl": ("run", "retrieval", STAGE, 10),
    "rag/autorag-sample/retrieval/lexical.jsonl": ("run", "retrieval", STAGE, 10),
    "rag/autorag-sample/retrieval/reranker.jsonl": ("run", "retrieval", STAGE, 10),
    "rag/autorag-sample/retrieval/semantic.jsonl": ("run", "retrieval", STAGE, 10),
    "rag/deepeval-goldens/goldens.csv": ("golden", "retrieval", DEEPEVAL, 15),
    "rag/labelled-text-csv/code_review.csv": ("golden", "classification", REVIEWS, 50),
    "rag/rag-answers-two-systems/answers.jsonl": ("run", "generation", {"fields": {"text": "answer"}}, 224),
    "rag/ragchecker-io/checking_inputs.json": ("golden", "generation", CHECKER, 2),
    "rag/ragchecker-io/checking_outputs.json": ("run", "retrieval", CHECKER, 2),
    "nasty/real/csv-crlf-renamed-columns.csv": (
        "golden",
        "retrieval",
        {"fields": {"id": "user_id", "doc_id": "item_id", "relevance": "rating"}},
        None,
    ),
    "nasty/real/csv-json-inside-cells.csv": ("golden", "retrieval", DEEPEVAL, 15),
    "nasty/real/judge-labels-with-garbage.json": ("run", "judge", JUDGED, 40),
    "nasty/real/qrels-covid-round3.txt.gz": ("golden", "retrieval", {}, None),
    "nasty/real/qrels-with-comments.txt": ("golden", "retrieval", {}, None),
    **{
        f"nasty/real/run-{name}.txt": ("run", "retrieval", {}, None)
        for name in (
            "heavy-ties",
            "lowercase-q0",
            "mixed-tabs-and-spaces",
            "negative-scores-rank-from-0",
            "rank-contradicts-score",
            "scientific-notation",
            "second-column-0-and-tabs",
            "with-header-line",
        )
    },
    **{
        f"nasty/tables/{name}.csv": ("run", "classification", {}, 25 if name.startswith("missing") else 40)
        for name in (
            "bom",
            "clean",
            "constant-score",
            "crlf-quoted",
            "extreme-probabilities",
            "ids-lost-leading-zeros",
            "labels-as-words",
            "labels-true-false",
            "missing-rows-vs-clean",
            "one-class-only",
            "reordered-vs-clean",
            "score-above-one",
            "semicolon-decimal-comma",
            "utf16",
        )
    },
    **{
        f"nasty/tables/golden-{name}.jsonl": (
            "golden",
            "retrieval",
            {"fields": {"relevant": "relevant_ids"}},
            12,
        )
        for name in ("blank-lines", "empty-lists")
    },
}
"""``{file: (what, task, how, records)}``."""

REFUSED = {
    "formats/pyserini/sample_queries_nonint_qid.tsv": ("golden", "retrieval", {}, "no 'id'"),
    "formats/pyserini/sample_queries_zh.tsv": ("golden", "retrieval", {}, "no 'id'"),
    "formats/pyserini/simple_trec_run_unjudged_keep.txt": (
        "run",
        "retrieval",
        {},
        "_keep.txt:1: 3 fields, 6 expected",
    ),
    "formats/ranx/run.lz4": ("run", "retrieval", {"format": "ranx"}, "lz4 is not read here"),
    "rag/autorag-sample/corpus.parquet": ("golden", "retrieval", {}, "there is 'contents', 'doc_id'"),
    **{
        f"rag/autorag-sample/retrieval/{name}.parquet": ("run", "retrieval", STAGE, ".parquet:1: no 'qid'")
        for name in ("hybrid", "lexical", "reranker", "semantic")
    },
    "rag/deepeval-goldens/convo_goldens.csv": (
        "golden",
        "retrieval",
        {"format": "deepeval"},
        "goldens.csv:2: no 'input'",
    ),
    "rag/labelled-text-csv/bookings.csv": (
        "golden",
        "multiclass",
        BOOKINGS,
        "bookings.csv:35: this question is already on line 25, and ids are made of questions here",
    ),
    "rag/ragas-annotated/annotated_data.json": (
        "run",
        "retrieval",
        {"format": "ragas"},
        "no list of records",
    ),
    "rag/ragas-annotated/sample_annotated_summary.json": (
        "run",
        "retrieval",
        {"format": "ragas"},
        "no list of records",
    ),
    "rag/ragas-annotated/hf_doc_qa_eval.csv": (
        "golden",
        "generation",
        HF,
        "eval.csv:100: no 'expected_answer'",
    ),
    "nasty/real/csv-multiline-quoted-trailing-empty-column.csv": (
        "golden",
        "generation",
        HF,
        ".csv:100: no 'expected_answer'",
    ),
    "nasty/real/queries-cranfield-nonsequential-ids.txt": (
        "golden",
        "retrieval",
        {},
        "ids.txt:1: 2 fields, 4 expected",
    ),
    "nasty/tables/duplicate-ids.csv": ("run", "classification", {}, "the id '0004' is already on line 6"),
    "nasty/tables/empty.csv": ("run", "classification", {}, "no answers"),
    "nasty/tables/header-only.csv": ("run", "classification", {}, "no answers"),
    "nasty/tables/nan-score.csv": ("run", "classification", {}, "the score 'NaN' is not a number"),
    "nasty/tables/golden-array.json": ("golden", "retrieval", {}, "name the file .jsonl"),
    "nasty/tables/golden-contexts-as-string.csv": ("golden", "retrieval", {}, "no 'id'"),
    "nasty/tables/golden-duplicate-id.jsonl": (
        "golden",
        "retrieval",
        {"fields": {"relevant": "relevant_ids"}},
        "already on line 3",
    ),
    "nasty/tables/golden-nan-literal.jsonl": ("golden", "retrieval", {}, "NaN is not JSON"),
    "nasty/tables/golden-one-bad-line.jsonl": ("golden", "retrieval", {}, ".jsonl:7: not JSON"),
}
"""``{file: (what, task, how, a part of what is said)}``."""

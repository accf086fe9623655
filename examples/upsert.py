#!/usr/bin/env python3
"""Fills a chatflow and a document store with a PDF, asks both, and cleans up. Needs Python 3.8 or later, and nothing else.

    BASE_URL=http://127.0.0.1:3000 python3 examples/upsert.py
"""
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request
import uuid

HERE = pathlib.Path(__file__).resolve().parent
API = os.environ.get("BASE_URL", "http://127.0.0.1:3000") + "/api/v1"
API_KEY = os.environ.get("API_KEY")
PDF = HERE.parent / "samples" / "garden-handbook.pdf"
QUESTION = "Who looks after the bees?"


def call(method, path, body=None, content_type="application/json"):
    headers = {"Content-Type": content_type}
    if API_KEY:
        headers["Authorization"] = "Bearer " + API_KEY
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    request = urllib.request.Request(API + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=600) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")


def upload(path, file, fields):
    """Sends a file and text fields as multipart/form-data."""
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{json.dumps(value)}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{file.name}"\r\nContent-Type: application/pdf\r\n\r\n'
    parts += [head.encode(), file.read_bytes(), f"\r\n--{boundary}--\r\n".encode()]
    return call("POST", path, b"".join(parts), f"multipart/form-data; boundary={boundary}")


def expect(what, is_right, answer):
    if not is_right:
        sys.exit(f"{what}: unexpected answer: {json.dumps(answer)[:1000]}")
    print(f"{what}: ok")


def run_chatflow():
    wanted = json.loads((HERE / "handbook-flow.json").read_text("utf-8"))
    found = [flow for flow in call("GET", "/chatflows") if flow["name"] == wanted["name"]]
    flow = found[0] if found else call("POST", "/chatflows", wanted)
    print("Chatflow", flow["id"])

    overrides = {"chunkSize": 400, "chunkOverlap": 0, "metadata": {"team": "garden"}, "returnSourceDocuments": True}
    answer = upload(f"/vector/upsert/{flow['id']}", PDF, {"overrideConfig": overrides})
    expect("Upsert", answer["numAdded"] > 0 and len(answer["sourceDocuments"]) == answer["numAdded"], answer)
    answer = upload(f"/vector/upsert/{flow['id']}", PDF, {"overrideConfig": overrides})
    expect("The same again writes nothing", answer["numAdded"] == 0 and answer["numSkipped"] > 0, answer)

    answer = call("POST", f"/vector/query/{flow['id']}", {"query": QUESTION, "topK": 1})
    [passage] = answer["docs"]
    expect("Query", "Tomasz Brandt" in passage["pageContent"] and passage["metadata"]["team"] == "garden", answer)

    answer = call("DELETE", f"/chatflows/{flow['id']}")
    expect("Chatflow deleted", answer["affected"] == 1, answer)


def run_document_store():
    store = call(
        "POST",
        "/document-store/store",
        {
            "name": "Handbook store",
            "description": "Made by an example",
            "embeddingConfig": {"name": "transformersEmbeddings", "config": {}},
            "vectorStoreConfig": {"name": "hnsw", "config": {}},
            "recordManagerConfig": {"name": "SQLiteRecordManager", "config": {"cleanup": "incremental"}},
        },
    )
    print("Document store", store["id"])

    fields = {
        "loader": {"name": "fileLoader", "config": {}},
        "splitter": {"name": "recursiveCharacterTextSplitter", "config": {"chunkSize": 400, "chunkOverlap": 0}},
        "metadata": {"team": "garden"},
    }
    answer = upload(f"/document-store/upsert/{store['id']}", PDF, fields)
    expect("Store upsert", answer["numAdded"] > 0 and answer["docId"], answer)

    answer = call("POST", "/document-store/vectorstore/query", {"storeId": store["id"], "query": QUESTION, "topK": 1})
    expect("Store query", "Tomasz Brandt" in answer["docs"][0]["pageContent"], answer)

    answer = call("GET", f"/document-store/chunks/{store['id']}/all/1")
    expect("Chunks", answer["count"] == len(answer["chunks"]) > 0, answer)

    answer = call("DELETE", f"/document-store/store/{store['id']}")
    expect("Store deleted", answer["deleted"] == 1, answer)


run_chatflow()
run_document_store()

"""Checks the examples of the API page that write_examples.mjs wrote: each in Python compiles, each call that takes a body
has one, and each body in JSON fits the description.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

document = json.loads(pathlib.Path(sys.argv[1]).read_text())
folder = pathlib.Path(sys.argv[2])
registry = Registry().with_resource("urn:api", Resource(document, DRAFT202012))
faults = []

for path in folder.glob("*.py"):
    compile(path.read_text(), path.name, "exec")

for call in json.loads((folder / "calls.json").read_text()):
    described = document["paths"][call["path"]][call["verb"].lower()].get("requestBody")
    sends = "body" in call or "p" in call["flags"]
    if sends != (described is not None):
        faults.append(f"{call['name']}: the example has {'a' if sends else 'no'} body")
    if described and "application/json" in described["content"]:
        at = "/".join(part.replace("~", "~0").replace("/", "~1") for part in (call["path"], call["verb"].lower()))
        schema = {"$ref": f"urn:api#/paths/{at}/requestBody/content/application~1json/schema"}
        for fault in Draft202012Validator(schema, registry=registry).iter_errors(json.loads(call["body"])):
            faults.append(f"{call['name']}: {fault.json_path}: {fault.message}")

if faults:
    sys.exit("\n".join(faults))

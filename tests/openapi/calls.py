"""One call by each generated Python client of each base."""

import json
import sys
from urllib.request import urlopen

import models_express
import models_main
from acre_express_api_client import Client as ExpressClient
from acre_express_api_client.api.health import get_health as express_health
from acre_main_api_client import Client as MainClient
from acre_main_api_client.api.health import get_health as main_health

HOST = sys.argv[1]
MAIN, EXPRESS = f"{HOST}/api/v1", f"{HOST}/express/v1"

found = main_health.sync(client=MainClient(base_url=MAIN, raise_on_unexpected_status=True))
assert found.status == "ok", found
found = express_health.sync(client=ExpressClient(base_url=EXPRESS, raise_on_unexpected_status=True))
assert found.status == "ok", found
# Not `Health`: the generator has this name for a field of the same name.
total = json.load(urlopen(f"{MAIN}/perpetual-points/grand-total-points"))["info"]
models_main.GrandTotal.model_validate(total)
models_express.ContestCounts.model_validate(json.load(urlopen(f"{EXPRESS}/contest/filter")))

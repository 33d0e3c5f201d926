"""One click, and the address is off the list."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from quill.lists import remove
from quill.pages import page


async def unsubscribe(request: Request) -> HTMLResponse:
    await remove(token=request.path_params["token"])
    return page("unsubscribed", lang=request.query_params.get("lang", "en"))

import pytest

from chaff.errors import BadInputError, UsageError
from chaff.site.write import LIST, write_site

ONE, TWO = {"index.html": b"a", "rules/x.html": b"b"}, {"index.html": b"a2"}


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LIST
    }


def test_only_what_changed_is_written(tmp_path):
    site = tmp_path / "site"
    assert write_site(site, ONE).changed == ("index.html", "rules/x.html")
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    again = write_site(site, ONE)
    assert (again.changed, again.same) == ((), 2)
    assert before == {path: path.stat().st_mtime_ns for path in site.rglob("*")}


def test_former_pages_and_their_folders_go(tmp_path):
    site = tmp_path / "site"
    write_site(site, ONE)
    written = write_site(site, TWO)
    assert (written.changed, written.removed) == (("index.html",), ("rules/x.html",))
    assert files(site) == TWO
    assert not (site / "rules").exists()


def test_what_somebody_changed_or_added_is_left(tmp_path):
    site = tmp_path / "site"
    write_site(site, ONE)
    (site / "rules" / "x.html").write_bytes(b"mine")
    (site / "CNAME").write_bytes(b"example.org")
    assert write_site(site, TWO).kept == ("rules/x.html",)
    assert files(site) == {**TWO, "rules/x.html": b"mine", "CNAME": b"example.org"}


def test_a_folder_of_somebody_elses_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="not a site of chaff"):
        write_site(tmp_path, ONE)
    assert files(tmp_path) == {"notes.txt": b"mine"}


def test_no_file_of_somebody_elses_is_replaced(tmp_path):
    site = tmp_path / "site"
    write_site(site, {})
    (site / "index.html").write_bytes(b"mine")
    with pytest.raises(UsageError, match="no page that chaff wrote"):
        write_site(site, ONE)
    assert files(site) == {"index.html": b"mine"}


def test_links_are_not_followed(tmp_path):
    site, outside = tmp_path / "site", tmp_path / "outside"
    outside.mkdir()
    (outside / "x.html").write_bytes(b"b")
    write_site(site, {"index.html": b"a"})
    (site / "rules").symlink_to(outside)
    with pytest.raises(UsageError):
        write_site(site, ONE | {"rules/x.html": b"new"})
    assert (outside / "x.html").read_bytes() == b"b"


@pytest.mark.parametrize(
    "listed",
    [
        b"{",
        b"[]",
        b'{"schema": "other", "files": {}}',
        b'{"schema": "chaff.site/1", "files": {"../x": "sha256:0"}}',
        b'{"schema": "chaff.site/1", "files": {"/x": "sha256:0"}}',
        b'{"schema": "chaff.site/1", "files": []}',
    ],
)
def test_a_damaged_list_deletes_nothing(tmp_path, listed):
    (tmp_path / LIST).write_bytes(listed)
    (tmp_path / "x").write_bytes(b"mine")
    with pytest.raises(BadInputError, match="no list of pages"):
        write_site(tmp_path, ONE)
    assert files(tmp_path) == {"x": b"mine"}

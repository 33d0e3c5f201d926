from pathlib import Path

import pytest

from chaff.lint.markdown.blocks import parse
from chaff.lint.markdown.language import _is_plainly_english, is_covered

WILD = Path(__file__).resolve().parents[2] / "../shared/corpus/wild"
CHINESE = {"justjavac__wechat-miniapp-radar", "labring__FastGPT"}

GERMAN = "- Der Test wird immer mit der Datei gestartet, wenn sie nicht leer ist.\n"
FRENCH = "Ne modifie jamais les fichiers du dossier sans une demande claire de la personne.\n"
ENGLISH = "- Never change the files of this folder without a clear request from the owner.\n"
CJK = "- 提交前请先运行全部测试并检查格式,不要直接修改生成的文件。\n"

# text, whether it is covered
CASES = {
    "English": (5 * ENGLISH, True),
    "German": (5 * GERMAN, False),
    "French": (5 * f"{FRENCH}\n", False),
    "Chinese": (5 * CJK, False),
    "Chinese with names in Latin letters": (5 * CJK.replace("测试", " pnpm test "), False),
    "Japanese": (5 * "- コミットする前に必ずすべてのテストを実行してください。\n", False),
    "Korean": (9 * "- 커밋하기 전에 모든 테스트를 실행하세요\n", False),
    "Russian": (5 * "- Перед коммитом запускай все тесты и проверяй формат файлов.\n", False),
    "Arabic": (5 * "- شغّل جميع الاختبارات قبل كل إيداع ولا تغيّر الملفات المولدة.\n", False),
    "too little to tell": (GERMAN, True),
    "a little Chinese": (CJK, False),
    "two Chinese words": ("# 规则\n", False),
    "a little Chinese, more English": (f"# 规则\n\n{ENGLISH}", True),
    "Chinese title of English names": ("# 规则\n\n- pnpm, Makefile, README\n", True),
    "a little Russian": ("- Запускай все тесты.\n", False),
    "a sign in an English file": ("- Δ is the step.\n", True),
    "nothing but signs": ("- 1. 2. 🎉 ✅ → ½\n", True),
    "nothing": ("", True),
    "mostly English": (6 * ENGLISH + 4 * CJK, True),
    "mostly Chinese": (2 * ENGLISH + 9 * CJK, False),
    "English about Chinese": (5 * ENGLISH + CJK, True),
    "code does not count": (f"```\n{9 * CJK}```\n\n{ENGLISH}", True),
    "code spans do not count": (9 * "- `提交前请先运行全部测试并检查格式` is the title\n", True),
    "Chinese prose, English code": (5 * CJK + "\n```\n" + 9 * ENGLISH + "```\n", False),
    "names without grammar": (9 * "- Makefile, Dockerfile, README, LICENSE, package.json\n", True),
    "front matter does not count": (f"---\na: {9 * CJK[2:-1]}\n---\n{ENGLISH}", True),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_covered(name):
    text, expected = CASES[name]
    assert is_covered(parse(text.encode())) is expected


@pytest.mark.skipif(not WILD.is_dir(), reason="the corpus is not beside this checkout")
def test_of_real_files_exactly_the_chinese_ones_are_not_covered():
    files = [file for file in WILD.glob("*/**/*") if file.is_file()]
    assert len(files) > 100
    missed = {file.parent.name for file in files if not is_covered(parse(file.read_bytes()))}
    assert missed == CHINESE


@pytest.mark.skipif(not WILD.is_dir(), reason="the corpus is not beside this checkout")
def test_the_short_way_says_what_the_long_way_says(monkeypatch):
    files = [file.read_bytes() for file in WILD.glob("*/**/*") if file.is_file()]
    plain = [data for data in files if _is_plainly_english(data)]
    assert len(plain) > len(files) / 2
    monkeypatch.setattr("chaff.lint.markdown.language._is_plainly_english", lambda _: False)
    assert all(is_covered(parse(data)) for data in plain)

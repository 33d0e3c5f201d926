"""Function words, by which a language in Latin script is told from another."""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = """
    the and to of is are be for with not this that it you your we from by as or if when use must
    should do does will can all any each only which they them then than have has no into before
    after never always
"""
ENGLISH: Final = frozenset(_ENGLISH.split())

_LISTS: Final = {
    "German": """
        der das und ist nicht ein eine einen einer den dem für mit auf wird werden oder
        wenn nur sich auch bei zu von im sind immer alle nach kein keine muss
    """,
    "Dutch": """
        het een en van niet voor zijn wordt worden met op dat deze ook moet naar bij geen
        altijd alleen wanneer maar uit je
    """,
    "Swedish": """
        och att det är inte för med som på av till den ett ska eller om när alla bara
        måste från aldrig alltid
    """,
    "Danish and Norwegian": """
        og ikke er det til med som på af den et skal eller når alle kun fra aldri aldrig
        alltid må hvis være
    """,
    "French": """
        le la les des du et est une dans pour pas avec sur que qui ne vous ce cette sont
        par ou être jamais toujours doit aux
    """,
    "Spanish": """
        el la los las de del y que es una en para con por se su no está como si son debe
        siempre nunca cada cuando
    """,
    "Portuguese": """
        o os as de do da dos das e que é uma um em para com por não se na no são deve
        sempre nunca quando cada ao
    """,
    "Italian": """
        il lo gli di del della che è una un per con non si nel sono deve sempre mai ogni
        quando anche le dei alla
    """,
    "Romanian": """
        și este nu la cu pentru din că sunt trebuie sau în pe de care fi mai acest toate
    """,
    "Catalan": """
        el els les de del i que és una un en per amb no es són sempre mai cada quan ha
        aquest
    """,
    "Polish": """
        nie jest się na do z w i że to dla są tylko oraz być po przed jeśli lub musi
        zawsze nigdy każdy
    """,
    "Czech": """
        je se na v že to s pro jsou jen nebo být po před pokud musí vždy nikdy každý není
        a
    """,
    "Turkish": """
        ve bir bu için ile değil olarak olan her zaman gibi veya daha da de mi sonra önce
        asla sadece tüm yok
    """,
    "Vietnamese": """
        và là của không các cho được trong với khi này một có phải để những từ đã sẽ hoặc
        nếu
    """,
    "Indonesian": """
        yang dan di untuk dengan tidak ini dari adalah pada atau jangan harus semua saat
        jika akan setiap hanya selalu
    """,
    "Finnish": """
        ja on ei se että ovat tai kun jos vain aina joka mutta myös ole pitää kaikki ennen
    """,
    "Hungarian": """
        a az és nem egy hogy van meg csak vagy ha minden mindig soha kell amikor ez is
        után
    """,
}

OTHERS: Final = {name: frozenset(words.split()) - ENGLISH for name, words in _LISTS.items()}
"""What English does not have, by language."""

"""Words of short messages, by which their language is told; none of a list is English."""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = """
    i me my a an what why how where who which here there now just please thanks thank yes yeah yep
    no nope but so also again still same wrong right good great nice perfect exactly done
    make made do did didn't didnt don't dont doesn't doesnt isn't isnt can't cant won't wont it's
    its that's thats i'm im i've ive you're youre let's lets go on at out up back over get got see
    look looks work works working use used add added fix fixed change changed run running try
    tried remove delete keep leave put show tell told said say need want know think one two first
    last next new old file files test tests code error errors line name instead because could
    would actually already there's more less than some something nothing everything
"""
ENGLISH: Final = frozenset(_ENGLISH.split())

_LISTS: Final = {
    "German": """
        nein ja doch bitte danke mach mache machen falsch nochmal jetzt noch geht hier warum wie
        ich du mir mich dir hast habe hab gesagt schon wieder genau passt perfekt fehler datei aber
        funktioniert zurück rückgängig richtig stimmt kannst bist wir soll lass ändere lösche dann
        gut einfach anders wollte gemeint
    """,
    "Dutch": """
        nee dit goed graag dank bedankt nog opnieuw werkt fout verkeerd ik jij heb zo klopt
        precies maak doe bestand wil kun alsjeblieft hoe waarom
    """,
    "Swedish": """
        nej tack igen bra fungerar fel jag du har gör varför hur filen
    """,
    "Danish and Norwegian": """
        nej nei tak takk igen igjen virker fungerer fejl feil jeg har hvorfor hvordan filen
    """,
    "French": """
        non oui merci parfait encore recommence refais je tu j'ai fais mais très bien fichier
        marche ça est annule faux toujours déjà pourquoi comment voilà nickel peux veux donc il
        elle cela
    """,
    "Spanish": """
        así mal otra vez hazlo deshaz eso esto gracias perfecto bien pero ya te dije funciona sigue
        sin quiero puedes favor arregla cambia todo muy hola ahora archivo sí lo qué yo tú
        genial eres fue era nada
    """,
    "Portuguese": """
        assim isso obrigado obrigada você ainda refaz perfeito muito já falei mas errado aqui agora
        arquivo funciona quero pode faz ótimo sim eu tá está
    """,
    "Italian": """
        grazie perfetto ancora così questo questa sbagliato rifai fai funziona ma adesso
        puoi voglio già perché bene ho hai cosa
    """,
    "Polish": """
        dobrze dzięki jeszcze raz źle działa proszę tak ale dlaczego teraz plik zrób zmień mi jak
    """,
    "Czech": """
        dobře díky ještě jednou špatně funguje prosím ano ale proč teď soubor udělej
    """,
    "Turkish": """
        hayır evet teşekkürler tekrar yanlış çalışmıyor çalışıyor lütfen neden şimdi dosya yap
    """,
    "Vietnamese": """
        đúng sai lại cảm ơn vẫn rồi làm tôi bạn sao đi
    """,
    "Indonesian": """
        lagi salah tolong terima kasih benar bukan bisa saya kamu sudah masih kenapa coba
    """,
    "Finnish": """
        kiitos uudestaan väärin toimii miksi nyt tiedosto tee minä sinä hyvä vielä
    """,
    "Hungarian": """
        köszönöm újra rossz működik miért most kérlek jó igen én te
    """,
    "Romanian": """
        mulțumesc greșit merge acum fișier te rog bine încă fă
    """,
}

OTHERS: Final = {name: frozenset(words.split()) - ENGLISH for name, words in _LISTS.items()}
"""What English does not have, by language."""

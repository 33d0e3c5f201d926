"""Words that the risk classifier knows: those that decide, and those that mean the same."""

from __future__ import annotations

from typing import Final


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATION: Final = _set(
    "no not none nothing nobody neither nor nowhere without cannot can't don't won't avoid "
    "forbid forbidden prohibited refuse stop skip ignore disable exclude except unable"
)
MODAL: Final = _set(
    "must shall should may might can could will would need needs required require requires ought "
    "always never optional mandatory allowed allow permitted permit recommended"
)
NUMBERS: Final = _set(
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty fifty "
    "hundred thousand once twice half double first second third last next previous"
)
DECISION: Final = _set(
    "prefer preferred only just unless if when whenever while until before after then instead "
    "rather otherwise except but and or either both any all every each some most least more less "
    "few many at over under above below up down in out on off to from with within first ask "
    "approve approval confirm default even still also too again immediately automatically "
    "manually explicitly important critical warning caution note exactly"
)
DECISIVE: Final = NEGATION | MODAL | NUMBERS | DECISION - {"and", "in", "to", "at", "on", "with"}
"""In a sentence that holds one of these a comma may decide."""


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SPELLING: Final = _pairs(
    """
    teh the hte the adn and nad and taht that thsi this tihs this wiht with whcih which wich which
    waht what thier their recieve receive recieved received beleive believe acheive achieve
    seperate separate seperated separated seperately separately definately definitely
    occured occurred occuring occurring occurence occurrence refered referred refering referring
    prefered preferred transfered transferred begining beginning runing running
    comit commit comited committed commited committed commiting committing comitting committing
    submited submitted writting writing writen written untill until succesful successful
    successfull successful succesfully successfully sucess success sucessful successful
    neccessary necessary necesary necessary enviroment environment enviroments environments
    envrionment environment environement environment dependancy dependency dependancies dependencies
    repositry repository repositiory repository respository repository arguement argument
    paramter parameter paramters parameters parmeter parameter existant existent existance existence
    persistant persistent consistant consistent independant independent
    refrence reference
    refernce reference langauge language lenght length heigth height widht width
    fucntion function funciton function fuction function funtion function
    retrun return reutrn return
    implmentation implementation implemention implementation documenation documentation
    documentaion documentation docuemntation documentation configuraton configuration
    configuartion configuration confguration configuration directroy directory direcotry directory
    messsage message mesage message adress address accross across agressive aggressive
    apparantly apparently basicly basically calender calendar catagory category
    changable changeable comming coming concious conscious correspondance correspondence
    curent current currenlty currently decison decision desireable desirable diffrent different
    dissapear disappear doesnt doesn't dont don't cant can't wont won't isnt isn't
    embarass embarrass exmaple example exampel example expresion expression foward forward
    gaurd guard gaurantee guarantee guarentee guarantee happend happened immediatly immediately
    intial initial intialize initialize knowlege knowledge libary library
    librairy library maintainance maintenance maintenence maintenance managment management
    mispell misspell mispelled misspelled modfied modified noticable noticeable ocasionally
    occasionally optionnal optional overriden overridden paralel parallel particualr particular
    perfomance performance performace performance possiblity possibility preceeding preceding
    privelege privilege privilige privilege proccess process proceedure procedure
    programatically programmatically publically publicly recomend recommend reccomend recommend
    recomended recommended reccommended recommended relevent relevant requird required
    requiremnt requirement responce response similiar similar sincerly sincerely speficied specified
    spcified specified straightfoward straightforward strenght strength sturcture structure
    structre structure supress suppress suprise surprise temporarly temporarily thoroughtly
    thoroughly througout throughout tommorow tomorrow truely truly unecessary unnecessary
    unneccessary unnecessary usefull useful usualy usually varible variable vairable variable
    verison version versoin version visable visible wether whether yeild yield
    """
)
"""Misspellings that are no words themselves, so that to correct one changes no meaning."""

BRITISH: Final = _pairs(
    """
    behavior behaviour behaviors behaviours favor favour
    favorite favourite honor honour labor labour neighbor neighbour neighbors neighbours
    organize organise organized organised organization organisation recognize recognise
    initialize initialise initialized initialised summarize summarise normalize normalise
    normalized normalised optimize optimise optimized optimised minimize minimise
    maximize maximise prioritize prioritise serialize serialise customize customise
    labeled labelled modeling modelling modeled modelled defense defence
    analyze analyse analyzed analysed fulfill fulfil
    judgment judgement
    """
)

PHRASES: Final = (
    ("in order to", "to"),
    ("so as to", "to"),
    ("make sure to", ""),
    ("make sure that you", ""),
    ("make sure you", ""),
    ("be sure to", ""),
    ("please", ""),
    ("kindly", ""),
    ("basically", ""),
    ("utilize", "use"),
    ("utilizes", "uses"),
    ("utilise", "use"),
    ("utilizing", "using"),
    ("prior to", "before"),
    ("subsequent to", "after"),
    ("due to the fact that", "because"),
    ("in the event that", "if"),
    ("whether or not", "whether"),
    ("at this point in time", "now"),
    ("in spite of", "despite"),
    ("a number of", "several"),
    ("e.g.", "for example"),
    ("i.e.", "that is"),
    ("for instance", "for example"),
    ("an", "a"),
    ("cannot", "can not"),
    ("can't", "can not"),
    ("won't", "will not"),
    ("shan't", "shall not"),
    ("it's", "it is"),
    ("that's", "that is"),
    ("you're", "you are"),
    ("they're", "they are"),
    ("we're", "we are"),
    ("you'll", "you will"),
    ("let's", "let us"),
)
"""What may stand for what; an empty right side adds nothing to an instruction."""

REPEATABLE: Final = _set("the a an to of and in is for on with be this it you")
"""Words that, written twice, were meant once."""

ABBREVIATIONS: Final = frozenset(("e.g.", "i.e.", "etc.", "vs.", "approx.", "cf.", "incl."))

// The rubric of the live gate: the article's five classes of remarks, and what they move.
//
// Points are per matched turn of a person. Change anything here and every baseline starts anew.
// What the phrases are worth on labelled turns: `chaff gate rubric`.

local chaff = import 'chaff.libsonnet';

// What may come before the point: "ok, wait, no, that…".
local lead =
  '^(?:(?:hm+|ok|okay|wait|oh|well|ugh+|um|uh|argh+|hey|look|sorry|and|but|so|yeah|yes|yep|please|' +
  'claude|dude|bro|man|come on|hang on|hold on|again|also|then|seriously|sigh|listen)[\\s,.!:…-]+)*';
local asking = lead + '(?:please |just |lets |let us |can you |could you |can we |now |you (?:need|have) to )*';
local good =
  '(?:(?:pretty|really|quite|very|totally|perfectly|so|actually|all|also|kind of|already) )*(?:good|great|fine|nice|ok|okay|right|' +
  'correct|perfect|cool|awesome|better|enough|alright|lovely|amazing|brilliant|excellent|true|exactly|impressive|beautiful)';
// Somebody asks, supposes or reports what others see.
local supposing =
  '\\b(?:if|whether|unless|until|once|in case|make sure|check that|tell me|why|does|did you|is it|maybe|' +
  'might|suppose|assume|because|although|even though|customers?|users?|reviewers?)\\b';
// Somebody else's doing.
local others =
  '\\b(?:he|she|him|her|vendor|clients?|customers?|boss|manager|colleagues?|contractor|teammate|designer|somebody|someone|support)\\b';
local question = '\\?\\s*$';

local correction = [
  // "no, that": with anything that takes it back.
  chaff.Phrases {
    any: [
      lead + '(?:no|nope|nah)[\\s,.!:;–—-]+(?:no[\\s,.!]+)*(?:that|thats|this|these|those|you|youre|not|i (?:meant|said|wanted|asked)|the other)\\b',
      lead + '(?:no|nope|nah)[\\s,.!:;–—-]+(?:please )?dont \\w+',
    ],
    unless: [
      '\\b(?:thats|that is|that was|that would be|that will be|thatll be|this is|its|it is|youre|you are) (?:not )?' + good + '\\b',
      '\\b(?:thats|that is|its|it is|that was) (?:all|it|everything|not (?:needed|necessary|required|urgent)|unnecessary|for (?:later|now)|up to you|optional|a different|another|on purpose|intentional|intended|expected)\\b',
      '(?:no|nope|nah)[\\s,.!-]+(?:that|this|it|these|those) (?:\\w+ )?(?:works?|can|could|should (?:be|do|work)|looks?|will|would|sounds?|makes|wont|doesnt (?:matter|need|have))',
      '(?:no|nope|nah)[\\s,.!-]+you (?:can|dont|do not|may|decide|pick|choose|were right|go|did)\\b',
      '(?:no|nope|nah)[\\s,.!-]+(?:please )?dont (?:worry|bother|need|think|mind|have)',
      '(?:no|nope|nah)[\\s,.!-]+not (?:yet|now|right now|really|at all|needed|necessary|today|that i know|sure)',
      question,
    ],
  },
  // What it made, or said, is wrong.
  chaff.Phrases {
    any: [
      lead + '(?:thats|that is|that was|that|this is|its|it is|it was|these are|those are|theyre|still)(?: (?:just|completely|totally|all|also|simply|clearly|plain|still|so))* (?:wrong|incorrect|backwards|nonsense|not (?:right|correct|true|it|quite right|how (?:i|we|it)|the (?:one|file|right|way|point)|quite what))\\b',
      '\\b(?:not|isnt|wasnt|arent|werent) (?:at all |quite |really |exactly )?what i (?:asked|meant|want|wanted|said|had in mind|need|needed|was (?:asking|talking|looking))',
      lead + '(?:that|this|it) (?:isnt|wasnt|aint|is not|was not)(?: at all| quite| really)? (?:right|correct|true|how (?:i|we|it))\\b',
      '\\bwhich is (?:wrong|incorrect|not what i)',
      lead + 'wrong[.!]+$',
      lead + '(?:no[\\s,.!]+)?wrong (?:file|one|branch|function|class|directory|folder|place|repo|way|order|test|table|column|version|direction|approach|line|method|endpoint|page|component)\\b',
      lead + 'not (?:that|this|like that|like this|that one|there|quite|quite right|what i|the (?:one|other)|in that|in there)\\b',
    ],
    unless: [
      supposing,
      question,
      '\\bnot (?:that|this) (?:i|it|much|big|bad|hard|important|many|long|urgent|we|you|different)',
      '\\bnot quite (?:sure|done|ready|finished|yet)',
      'not there yet',
      '\\bwrong [\\w ]+ (?:must|should|leads?|is not|are not)\\b',
      '\\bwrong (?:in|on) (?:the|our)\\b',
      '\\bnot right to left\\b',
      '\\bi was wrong\\b|\\bmy (?:bad|mistake|fault)\\b',
    ],
  },
  // It took something the wrong way.
  chaff.Phrases {
    any: [
      '\\bi (?:really |actually |obviously |clearly )?meant\\b',
      '\\bi (?:was|am|were) (?:talking|asking) about\\b.*\\bnot\\b',
      '\\byou(?:ve| have)?(?: completely| totally| just| really| still)? (?:misunderst(?:ood|and)|misread|misinterpreted|mis-read|got (?:that|this|it) (?:wrong|backwards|the wrong way)|got \\w+ (?:and \\w+ )?(?:wrong|backwards|mixed up|confused)|missed the point|mixed up|did (?:that|this|it) wrong)\\b',
      '\\byou(?:re| are)(?: completely| totally| just| still)? (?:wrong|mistaken|confusing|misreading|misunderstanding|missing the point|mixing up|looking at the wrong|editing the wrong|in the wrong|on the wrong|using the wrong)\\b',
      '\\byou(?:ve| have)? (?:used|picked|changed|edited|fixed|put|chose|opened|updated|ran|deleted|renamed|removed) (?:it |that |this |them )?(?:in |on |to |against )?the wrong\\b',
      lead + '(?:it |that |this )?should (?:be|say|return|go|come from|use|point to) (?:[\\w./-]*[\\d_/][\\w./-]*,? (?:and )?not [\\w./-]+|[\\w./-]+,? (?:and )?not [\\w./-]*[\\d_/][\\w./-]*)\\s*[.!]*$',
      '\\byou should(?:ve| have)? (?:have )?(?:used|done|put|kept|called|left|asked|checked|looked|read)\\b',
    ],
    unless: [
      supposing,
      question,
      '\\bi (?:really |actually )?meant to (?:ask|say|mention|paste|send|attach|type|write|add|tell|post|do|link|commit|push)\\b',
      '\\bby\\b.*\\bi (?:mean|meant)\\b',
      '\\b(?:what|that) i meant\\b|\\bsorry\\b',
      '\\bi (?:said|wanted) to (?:him|her|them|my)',
      '\\bi said (?:i|we|id|ill)\\b',
    ],
  },
  // "actually", as it opens a change of course.
  chaff.Phrases {
    any: [
      lead + '(?:no[\\s,.!]+)?actually[\\s,]+(?:no|nope|dont|do not|use|make|lets|change|put|keep|leave|revert|go back|scrap|undo|move|rename|drop|remove|skip|it should|it was|it is|its|thats (?:not|wrong)|that is (?:not|wrong)|that isnt|that wasnt|this is (?:not|wrong)|this isnt|you|youre|we (?:dont|do not|should|need|want|use|only)|i (?:meant|want|wanted|need|needed|prefer|would prefer|would rather|d prefer|think we|said|asked|dont)|id (?:prefer|rather)|the|stop|wait|never ?mind|instead|forget)\\b',
    ],
    unless: [
      question,
      'actually[\\s,]+(?:its|it is|the [\\w ]+ (?:is|looks?)|you(?:re| are| were| can| could)?|thats|this is)? ?' + good + '\\b',
      'actually[\\s,]+(?:you (?:know|can|could|may|did|made|got|were)|its (?:working|pretty|really|not (?:that|so) bad))',
      'actually[\\s,]+i dont (?:know|mind|care|think (?:its|that) (?:needed|necessary))',
    ],
  },
  // "don't", said to what it has just done or is about to do.
  chaff.Phrases {
    any: [
      lead + 'dont (?:do|say|write|change|make|put|use|call|name|format|write|run) (?:that|this|it|them|those|these)\\b',
      lead + 'dont (?:keep|blindly|randomly|make (?:things|stuff|it|this) up|invent|hallucinate|lie|pretend|cheat|give up)\\b',
      lead + 'dont\\b.*\\b(?:again|anymore|any more|like that|this time|next time)\\s*[.!]*$',
      lead + 'stop (?:doing (?:that|this|it)|guessing|assuming|apologi[sz]ing|inventing|mocking|hardcoding|ignoring|hallucinating|summari[sz]ing|explaining|wasting|lying|making (?:things|stuff|it) up)\\b',
      '\\bi dont want (?:you to|that|this|it|any|a|the)\\b',
      '\\bwe (?:definitely |really )?dont want (?:that|this|it)\\b',
      '\\bi (?:didnt|did not|never) (?:say|mean)\\b',
    ],
    unless: [
      supposing,
      question,
      '^no\\b',
      'dont just .*\\balso\\b',
      'dont (?:do|change|run|touch|use|make|put|call) (?:that|this|it|them|those|these) (?:yet|until|now|for now|if|in prod|on prod)',
      '\\bi (?:didnt|did not|never) mean to\\b',
    ],
  },
  // A turn that opens with a prohibition answers what it saw.
  chaff.Phrases {
    opening: true,
    any: [
      lead + 'dont (?:use|add|create|hardcode|mock|import|put|write|delete|remove|rename|make|mix|call|return|catch|swallow|skip|disable|rewrite|commit|install|edit|modify|move|include|repeat|over\\w*|run|need)\\b',
    ],
    unless: [question, supposing, '\\b(?:while|before|during)\\b', '\\bany\\b', '\\byet\\b', '\\bfor now\\b', '\\bwhen\\b', '\\bforget\\b'],
    unless_turn: ['(?s)^.{200}', '\\b(?:write|create|build|implement|add|make|migrate|convert) (?:a|an|the)\\b'],
  },

  // What it did, told to its face.
  chaff.Phrases {
    any: [
      '\\byou(?:ve| have)?(?: just| also| still| only| again)? (?:forgot to|left (?:a|an|the|in|out|some|one|two|your|debug)|broke|duplicated|hardcoded|hard-coded|swapped|mixed|made up|invented|hallucinated|guessed|never (?:closed?|called|checked|ran|used|updated|handled|added|returned|awaited|reset|tested|set|imported|registered|committed|saved))\\b',
      '\\byou(?:re| are)(?: just| still| also| again)? (?:overthinking|overcomplicating|guessing|making (?:it|this|that|things|stuff) up|hallucinating|looking at the (?:compiled|built|generated|old|stale|cached|minified)|going in circles|contradicting|mangling|breaking|repeating|off by)\\b',
      '\\bno,? you (?:didnt|havent|dont|arent|did not)\\b',
      '\\byou (?:said|say|claim|claimed|told me|wrote)\\b.*\\b(?:but|yet)\\b',
      '\\byour (?:summary|answer|fix|change|code|version|plan|query|diff|claim|explanation|regex|test|tests|patch|example|table|reasoning|numbers?|math|calculation)\\b.*\\b(?:wrong|incorrect|doesnt|dont|isnt|ignores|breaks|assumes|contradicts)\\b',
      '\\b(?:i disagree(?: with (?:this|that|your|the))?(?:[,.]| \\w+\\s*[.,!]|$)|im not (?:convinced|sure (?:thats|that is) (?:right|true|correct))|not sure (?:thats|that is) (?:right|true|correct)|id have expected|i would have expected)\\b',
      '\\blet me rephrase\\s*(?:[,.:!]|$)|\\bthats not how\\b|\\bthats not (?:what (?:i|we|you|it|they)|true|right|correct|the (?:point|question|problem|issue))\\b|\\bis not a (?:real )?(?:fix|solution)\\b|\\bisnt a (?:real )?(?:fix|solution)\\b',
      '\\bthis is (?:garbage|rubbish|nonsense|bullshit|crap|useless)\\b',
      '\\b(?:pretty|fairly|quite) sure (?:that |thats |this )?.*\\b(?:doesnt|isnt|not|wrong|never|dont)\\b',
      lead + '(?:great|wonderful|perfect|nice|brilliant|lovely|fantastic|good job|awesome)[\\s,.!]+(?:now|and now|so now|except)\\b.*\\b(?:is|are|nothing|everything|doesnt|broken?|gone|blank|fails?|wont|cant)\\b',
      lead + '(?:hm+[\\s,.]+)(?:no|nope)\\b',
      lead + 'not [\\w./-]+, [\\w./-]+\\s*[.!]*$',
    ],
    unless: [
      question,
      '\\b(?:if|whether|in case|when|until|make sure)\\b',
      '\\byou (?:forgot|missed) (?:nothing|anything)',
      '\\byour (?:fix|change|code|answer|version|plan|explanation) (?:works|worked|is (?:great|good|fine|perfect)|looks)',
    ],
  },
  chaff.Phrases {
    any: [
      '\\bshouldnt (?:this|that|it|these|those) be\\s+[_\\d<>=]',
      lead + '(?:but )?why (?:is|does|are|did) (?:it|this|that|the \\w+) (?:return|still|now|using|use|call|calling|doing|not)\\w*\\b.*\\bshould\\b',
      '\\b(?:this|that|it) (?:wont|will not|isnt going to) work (?:on|for|with|in|because|when|if|since|here|like)\\b',
    ],
    unless: ['\\bhow (?:do|can|would)\\b', '\\bwhat (?:if|happens)\\b'],
  },
  // The work does not do what it should.
  chaff.Phrases {
    any: [
      '\\bstill (?:doesnt|does not|isnt|not|wont|dont|arent|cant) (?:work|compil|build|pass|run|start|load|render|show|fix|right|correct|there|fixed|happen|display|match|respond|connect|open|sav|updat|appear|good|what|green|parse|handle|mounted|sort|lin(?:e|ing) up|align)\\w*',
      '\\bstill (?:fails?|failing|broken|breaks|breaking|crash(?:es|ing)?|wrong|erroring|errors? out|throws|throwing|hangs|hanging|flaky|off|messed up|the same|happens|happening|complains?|complaining|leaks?)\\b',
      '\\bstill (?:getting|get|see|seeing|have|having|got) (?:the |an? |this |that |those |these |exact |same |exactly )*(?:[\\w.-]+ ){0,2}(?:errors?|issues?|failures?|warnings?|exceptions?|problems?|crash(?:es)?|bugs?|message|trace|result|output)\\b',
      lead + '(?:the )?(?:exact )?same (?:[\\w.-]+ )?(?:errors?|issues?|problems?|thing|failures?|results?|crash|bug|warning|output)(?: again| as before| still)?\\s*[.!,]*(?:$| again| as| when| after)',
      lead + '(?:that|this|it|your (?:fix|change|patch|solution)|the (?:fix|change|patch))(?: still)? (?:(?:didnt|did not) (?:work|help|fix|solve|change|compile|build|do anything|make (?:a|any) difference)\\b|(?:doesnt|does not) (?:work|help|compile|build|do anything)\\s*[.!,]*$)',
    ],
    unless: [
      '\\b(?:if|whether|unless|until|once|in case|make sure|check that|tell me|why|does|is it|might|suppose|because|although|even though)\\b',
      '\\bi (?:still )?(?:dont|do not|cant|cannot) (?:understand|see why|get why|know)\\b',
      '\\bstill (?:not|have|having) (?:sure|time|to)\\b',
      '\\bstill (?:has|have) the same (?:name|type|signature|shape)',
      question,
    ],
  },

  chaff.Phrases {
    any: [
      lead + '(?:nice|good|great|close|almost|looks good|looks nice|cool|ok|thanks|thank you|better|works|perfect|right|fine|good start|nearly|technically correct)\\b.*\\bbut\\b.*\\b(?:wrong|still|not (?:the|what|how|right|quite)|isnt|doesnt|dont|missing|broken|should|fails?|wont|misaligned|useless|cant|inclusive|exclusive|youve|you put|too \\w+)\\b',
      '\\b(?:isnt|is not|arent|not) a (?:thing|real (?:thing|flag|option|function|method|api|package))\\b|\\bdoesnt exist (?:in|on|anywhere)\\b|\\bwhere did you get (?:that|this|it)\\b',
      '\\byou(?:re| are)(?: just| still| also)? (?:solving a problem|treating|ignoring the|not (?:testing|handling|checking|using|returning|closing|calling))\\b',
      '\\byou fixed the symptom\\b|\\byou cant just\\b|\\b(?:thats|that is) (?:only )?half of it\\b|\\b(?:thats|that is) a lie\\b',
      '\\b(?:this|that|its|thats|youre|it)(?: is| was)? off by one\\b',
      lead + '(?:it|that|this) (?:isnt|doesnt|didnt|wasnt|hasnt)[\\s,.!]+i (?:checked|tried|looked|tested|ran)\\b',
      lead + '(?:nothing (?:has )?changed|no change|no difference)\\s*[.!?]*$',
      '^(?:its|it is) (?:failing|broken|red|crashing|erroring) again\\b',
      lead + '(?:no[\\s,.!]+){2,}',
      '^(?:oh |hm+ |hold on |ah |uh )*wait[\\s,.!]+no\\b',
      lead + 'use (?:\\S*[\\d_/]\\S*,? (?:and )?not \\S+|\\S+,? (?:and )?not \\S*[\\d_/]\\S*)\\s*[.!]*$',
      lead + '(?:nah|nope)[\\s,.!]+(?:the (?:problem|issue|bug|cause)|its)\\b',
      '\\b(?:my bad|sorry)[\\s,.]+(?:i was unclear|its|i meant|i should have said)\\b',
      '\\bnot (?:the one|the file|the way|how) i\\b',
    ],
    unless: [question, '\\bi (?:did not|didnt) ask\\b', '\\btake (?:that|it) back\\b|\\bon my machine\\b', '\\b(?:if|whether|in case|until|make sure|add|write)\\b', '\\bno (?:rush|problem|worries|need|idea|hurry)\\b', '\\bno[\\s,.!]+(?:all|its|thats) (?:fine|good|ok|okay|great|right)\\b', '\\bbut (?:please )?(?:dont|do not|lets|can|could|what|how|first)\\b'],
  },
];

local rework = [
  chaff.Phrases {
    any: [
      asking + 'redo\\b',
      asking + '(?:completely |fully |entirely )?(?:start|begin) (?:it |this |that |the whole thing |all )?(?:over|again|afresh|from zero)\\b',
      asking + '(?:scrap|throw (?:it|this|that|all of (?:it|that|this)) (?:away|out)|bin) (?:it|this|that|all|the|everything|your)?',
      '\\b(?:do|rewrite|write) (?:it|this|that|the whole thing|them|everything)(?: all)? (?:over|over again|from scratch|from the beginning)\\b',
      '\\bback to (?:square one|the drawing board)\\b',
    ],
    unless: [
      '\\bundo\\s*(?:/|and|&|or|,|-)?\\s*redo\\b',
      '\\bredo\\b.*\\bthat (?:he|she|they)\\b',
      '\\bredo (?:stack|log|button|history|buffer|queue|support|feature|action|command|functionality|shortcut|key|logs|operation)',
      '\\b(?:the|a) scrap\\b|\\bscrap (?:metal|book|data)',
      '\\b(?:game|timer|counter|animation|level|loop|video|countdown|song|sequence|numbering|wizard)\\b',
      '\\bif\\b',
      question,
    ],
  },
  chaff.Phrases {
    any: [
      asking + '(?:try|do) (?:it |that |this |them )?(?:again|once more|another time|one more time)\\b',
      asking + '(?:give it another|have another|take another) (?:go|try|shot|stab|pass)\\b',
    ],
    unless: [question],
    // The surroundings were at fault, and the person has mended them.
    unless_turn: [
      '\\b(?:ive|i have|i|we|just|weve) (?:just |now |already |have )?(?:fixed|started|installed|restarted|added|set|enabled|turned|changed|updated|merged|pushed|granted|approved|logged|renewed|rebooted|plugged|freed|gave|switched|stopped|upgraded|ran|opened|closed|reconnected|exported|created|allowed|cleared|killed|put)\\b',
      '\\b(?:network|internet|wifi|vpn|docker|server|connection|api|database|outage|rate limit|quota|disk|credentials?|permissions?|token|key|service|db|github|npm) (?:is|was|were|are|should be|had|went|has|died|timed|dropped)\\b',
      '\\b(?:back online|online again|is up|is back|now running|running now|accidentally|by accident|by mistake|my (?:bad|fault|mistake)|interrupted|cancelled|canceled|timed out)\\b',
    ],
  },
  chaff.Phrases {
    any: [
      asking + '(?:revert|undo|roll ?back|back out|take back) (?:that|this|it|those|these|them|your|all(?: of)? (?:that|your|those|this|it|the)|everything|what you|the changes? you|to (?:the|what|how) (?:previous|old|last|original|earlier|before|it|you|we))\\b',
      asking + 'go back to (?:the (?:previous|old|original|earlier|first|last)(?: \\w+)? (?:version|state|approach|commit|one|design|layout|wording|implementation|code|way|behaviou?r|colou?rs)|what (?:we|you|it)|how (?:it|we|you))\\b',
      asking + '(?:put|change|switch|bring|move) (?:it|that|this|them|everything|those|these) back\\b',
      asking + 'restore (?:it|that|what you|the (?:file|code|tests?|function|comments?|lines?|section|old|original|previous)s? (?:you|version|behaviou?r))\\b',
    ],
    unless: [
      supposing,
      '\\b(?:migration|deploy(?:ment)?|release|feature|button|command|option|transaction|operation|user|pr|pull request)\\b',
      question,
    ],
  },

  chaff.Phrases {
    any: [
      asking + '(?:revert|undo|roll ?back|ctrl[ +-]?z)(?: please| pls| now| again)?\\s*[.!,]*$',
      '\\b(?:revert|undo|back) (?:it|that|this|them|everything)(?: (?:out|again|please|pls|now|all))*\\s*[.!,]*$',
      asking + '(?:revert|undo|roll back|restore) (?:everything|all|your last|your)\\b',
      asking + '(?:regenerate|re-generate)(?: (?:it|this|that|them))?(?: please)?\\s*(?:[.!,]|$)',
      asking + 'do (?:the |this |that |it )?(?:[\\w ]+ )?over\\s*[.!,]*(?:$| with| but| and| in| using)',
      asking + '(?:start fresh|start afresh|start anew|start clean)\\s*[.!,]*$',
      asking + '(?:switch|go|change|put|move) (?:it |that |this |them |everything )?back(?: please)?(?: to (?:that|it|the (?:first|previous|old|last|original|earlier|green|one)|how|what|where))\\b',
      '\\b(?:put|change|switch|bring) (?:it|that|this|them|those|these|everything) back\\b',
      asking + 'go back (?:a|one|two|to the) (?:steps?|last|previous)\\b',
      asking + 'one more time\\b',
      '\\bgit (?:checkout|restore|reset|stash|revert)\\b.*\\b(?:start over|start again|go back|from scratch)\\b',
      '\\b(?:take|rip|strip|pull) out (?:the|all|that|those|this) [\\w -]*\\byou (?:added|put|made|wrote|created)\\b',
      '\\bremove (?:the|all|that|those|this|everything) ?[\\w -]*\\byou (?:just |also )?added\\b',
      '\\bliked? the (?:one before|previous (?:one|version|wording)|old (?:one|version)|first (?:one|version)) better\\b',
      '\\bthe (?:previous|old|first|earlier|original) (?:one|version|wording|layout|approach) was better\\s*(?:[.,!]|$)',
      '\\b(?:changed my mind|nvm|never ?mind)\\b.*\\b(?:revert|undo|back|previous)\\b',
    ],
    unless: [
      '\\b(?:if|whether|unless|until|once|in case|make sure|why|does|is it|when|users?|button|how)\\b',
      '\\bundo\\s*(?:/|and|&|or|,|-)?\\s*redo\\b',
      '\\b(?:game|timer|counter|animation|wizard|migration|transaction|menu|feature|endpoint|we can always)\\b',
      // What is not to be done again.
      '\\b(?:dont|do not|never|without|not to|cannot|cant|no need to) (?:\\w+ )?(?:undo|revert|back|start|begin|do|put|change|switch|bring)\\b',
      question,
    ],
    unless_turn: [
      '\\b(?:network|internet|wifi|vpn|docker|server|connection|database|outage|service)\\b.*\\b(?:was|were|is|had|went|back)\\b',
    ],
  },

  chaff.Phrases {
    any: [
      asking + '(?:(?:bring|get|put|give me) back|restore) (?:my |the )?(?:old|original|previous) [\\w. ]+',
      asking + '(?:put|get|bring) (?:my |the )[\\w .]{1,30} back\\s*(?:[.!,]|$|now|please)',
      asking + '(?:back out|uncommit|un-commit|unstage) (?:the|that|this|it|your)\\b',
      asking + 'reverse (?:the last|that|your|those|all)\\b',
      asking + '(?:nuke|bin|scrap|ditch) (?:it|this|that|all|everything)\\b',
      asking + 'throw (?:it|this|that|all) (?:of (?:it|this|that) )?(?:away|out)\\b',
      asking + 'rewrite (?:it|this|that|them|all of (?:it|this|that))\\s*[.!,]*$',
      asking + '(?:make|write|do|generate|draw|translate|summari[sz]e) (?:it|them|those|these|that|this) again\\s*(?:[.!,]|$)',
      asking + '(?:re-?run|run) (?:it|that|this) (?:again )?but\\b',
      asking + '(?:give it another|have another|take another) (?:go|try|shot|stab|pass)\\b',
      lead + '(?:take two|from the top)\\b',
      '\\b(?:restore|reset|return|revert) (?:\\w+ ){1,4}to (?:what|how) it (?:was|looked)\\b',
      lead + 'again,? but\\b',
      asking + '(?:redo|undo|revert) #?\\d',
    ],
    unless: [
      '\\b(?:if|whether|unless|until|once|in case|make sure|why|does|is it|when|users?|button|how|migration|backup|staging|prod|production|script)\\b',
      question,
    ],
    unless_turn: [
      '\\b(?:network|internet|wifi|vpn|docker|server|connection|database|outage|service)\\b.*\\b(?:was|were|is|had|went|back)\\b',
    ],
  },
];

local drift = [
  chaff.Phrases {
    any: [
      '\\b(?:i (?:didnt|did not|never|havent) (?:even )?ask(?:ed)?|(?:nobody|no one|noone) (?:even )?asked)(?: you)? (?:for|to)\\b',
      '\\b(?:that|which|things?|stuff|files?|changes?|features?) (?:(?:i|we) (?:didnt|did not|never) ask(?:ed)?|(?:nobody|no one) asked)\\b',
      '\\bi (?:didnt|did not|never) (?:ask|request|want you to|need you to|tell you to|say to|say you (?:could|should))\\b',
      '\\bwho (?:asked|told) you\\b',
      '\\bnot asked for\\b|\\bunasked\\b|\\bunrequested\\b|\\bunsolicited\\b',
      '\\bi (?:only|just) (?:asked (?:you|for|to|about|a|whether|which)|wanted you|told you)\\b',
      '\\ball i asked\\b',
    ],
    unless: [
      others,
      ',? right\\?$',
      '\\btoo much (?:for|to)\\b|\\bstop \\w+ing (?:me|us|users?)\\b',
      '^(?:please )?(?:dont|do not|never)\\b|\\bfor this session\\b|\\b(?:never|always|dont) \\w+ (?:\\w+ )?without\\b|\\bnot in scope\\b|^out of scope(?: for now)?:|\\basked you not to\\b',
      '\\bwe asked\\b',
      '\\bask (?:him|her|them|the|my|because|about|earlier|before|sooner)\\b',
      '\\bwanted to (?:ask|say|check|know|see|confirm|make sure|thank|understand|let you)\\b',
      '\\bjust (?:wanted|needed) to\\b',
      question,
    ],
  },
  chaff.Phrases {
    any: [
      lead + '(?:please |can you )?(?:just|only) do (?:what|exactly|as i|the (?:one|thing|task|rename|fix|change|first|minimal|minimum|part|bit|bare)|only|that and|this and|that one|this one|one)\\b',
      '\\b(?:stick|keep) to (?:what i|the (?:task|scope|request|plan|ask|question|thing i|spec|issue|ticket)|my)\\b',
      '\\bwhat i asked(?: you)?(?: for| to do)?,? (?:and )?(?:nothing|no) (?:else|more)\\b',
    ],
    unless: [
      others,
      ',? right\\?$',
      '\\btoo much (?:for|to)\\b|\\bstop \\w+ing (?:me|us|users?)\\b',
      '^(?:please )?(?:dont|do not|never)\\b|\\bfor this session\\b|\\b(?:never|always|dont) \\w+ (?:\\w+ )?without\\b|\\bnot in scope\\b|^out of scope(?: for now)?:|\\basked you not to\\b',
      '\\b(?:cant|can|could|should|why (?:not|dont)|dont|shouldnt|to|ill|we|id|i) (?:we |you |i )?just do\\b',
      question,
    ],
  },
  chaff.Phrases {
    any: [
      '\\bwhy (?:did|have) you (?:also |even |now |then |suddenly |just )*(?:touch|delet|renam|modif|refactor|rewr|reformat|install|upgrad|bump|commit|push)\\w*',
      '\\byou (?:also |even |again |just )*(?:changed|touched|added|deleted|renamed|modified|refactored|removed|rewrote|reformatted|edited|created|moved|installed|upgraded|bumped|committed|pushed|updated)\\b.*\\b(?:i didnt|i never|unrelated|without asking|for no reason|too many|a bunch of|tons of|half the|everything|out of scope|nobody asked|not asked|no need|wasnt (?:asked|needed|part))',
      '\\b(?:thats|that is|this is|which is|is|was|went|goes|way) (?:way |far |clearly |well )?(?:out of|outside|beyond) (?:the |of (?:the )?)?scope\\b',
      '\\byou (?:went|are going|re going|have gone|keep going)\\b.*\\b(?:too far|overboard|beyond|off on|off track|off the rails|way past)\\b',
      '\\b(?:way|far) (?:too much|more than|beyond)\\b.*\\b(?:asked|wanted|needed|requested|needed)\\b',
      '\\b(?:thats|this is|that is|its) (?:way |far |a bit |total |complete |massive )?(?:too much|overkill|over-?engineered|more than i|too many changes|scope creep)\\b',
      '\\bscope creep\\b',
      '\\bunrelated (?:changes?|files?|edits?|code|refactor\\w*|things|stuff|tests?)\\b',
      '\\bwithout (?:being asked|(?:my |any )?permission|me asking|asking(?: me| first)?\\s*[.!?,]*$)',
      lead + '(?:please )?(?:stop|quit) (?:refactoring|touching|reformatting|adding (?:extra|more|features|things|stuff|comments|files|docs|tests|new)|changing (?:other|unrelated|things|stuff|files)|creating (?:extra|more|new|files|docs|markdown)|editing (?:other|unrelated)|fixing (?:other|unrelated|things)|improving|cleaning up)\\b',
    ],
    unless: [
      others,
      ',? right\\?$',
      '\\btoo much (?:for|to)\\b|\\bstop \\w+ing (?:me|us|users?)\\b',
      '^(?:please )?(?:dont|do not|never)\\b|\\bfor this session\\b|\\b(?:never|always|dont) \\w+ (?:\\w+ )?without\\b|\\bnot in scope\\b|^out of scope(?: for now)?:|\\basked you not to\\b',
      '\\b(?:if|whether|list|find|any|fix|remove|ignore|skip|there are|split|separate|may|might|would|users?|is it|is that)\\b.*\\b(?:unrelated|out of scope|outside|without)\\b',
      '\\b(?:unrelated|out of scope|outside (?:the|of) scope) (?:for|to (?:this|that|the|our)|but)\\b',
      '\\b(?:our|their|his|the current|the old|the existing) [\\w ]+ (?:is|was|are) (?:\\w+ )?over-?engineered',
      '\\bvariable|\\bclosure|\\blexical|\\bblock scope|\\boauth|\\bglobal scope|\\bmodule scope|\\bfunction scope',
    ],
  },

  chaff.Phrases {
    any: [
      '\\bi (?:only |just )?asked (?:you )?(?:(?:for|to \\w+) (?:one|a single)|a question|which|whether)\\b',
      '\\bi asked for [\\w ]+(?:,|and) (?:this is|you|youve|not|i got|got)\\b',
      '\\bi asked for \\w+\\s*[.!]*$',
      '\\b(?:that|it|this) was (?:just |only )?a question\\b',
      '\\bi (?:only |just )?wanted (?:a|an|one|the|to|you to|\\d+|two)\\b.*\\b(?:got|first|instead|only)\\b',
      '\\b(?:wasnt|isnt|was not|is not|not) (?:a )?part of (?:this|the (?:task|ticket|request|plan|issue)|what)\\b',
      '\\b(?:has|have|had) nothing to do with (?:this|the|what|my)\\b',
      lead + '(?:this is |thats |its |that is )?(?:way |far |much )?too (?:much|many (?:changes|files))\\b',
      '\\b(?:this|thats|its|that|you|youre|it)(?: is| was|ve| are)?(?: massively| way| totally| completely| hugely| wildly| so| very| badly| far too)* over-?engineer(?:ed|ing)\\b',
      '\\bi only want [\\w ]+ (?:changed|touched|fixed|in this (?:commit|pr|diff|branch))\\b',
      '\\bi dont need (?:that|this|any of (?:that|this|it)|all (?:that|this|of))\\b',
      '\\byou went ahead and\\b',
      lead + '(?:slow down|one (?:thing|step) at a time|stay on task|stay on topic|stay focused|focus on the (?:task|ticket))\\s*(?:[.!,]|$)',
      '\\b(?:sidetracked|distracted by|off the rails|off track|off topic|rabbit hole)\\b',
      '\\bhow did we end up \\w+ing\\b',
      '\\byou (?:dont|do not) (?:have|need) to (?:fix|change|touch|improve|refactor|rewrite|update|clean)\\b',
      '\\bthe (?:task|ticket|question|request) was (?:just |only |about )?(?:the|to|a|one|which|whether)\\b',
      '\\byou(?:ve| have)? (?:just |also |even )?(?:reformatted|rewrote|rewritten|refactored|changed|touched|edited) (?:the |my |our )?(?:entire|whole|all|every|half)\\b',
      '\\b(?:leave|keep) (?:the |my |our )?[\\w./ -]{1,30} (?:alone|as (?:it|they) (?:is|was|are|were)|untouched)\\b.*\\b(?:i only|just|only)\\b',
      '\\b(?:on your own|of your own accord|without (?:asking|telling) me)\\b',
      '\\bnobody asked\\b',
      '\\byou(?:re| are) (?:changing|touching|editing|refactoring|rewriting|adding|fixing|running|building) [\\w ]+ now\\b',
      lead + 'stop (?:adding|creating|touching|changing|refactoring|opening|pushing|committing|fixing|renaming|reformatting|installing)\\b',
    ],
    unless: [
      others,
      ',? right\\?$',
      '\\btoo much (?:for|to)\\b|\\bstop \\w+ing (?:me|us|users?)\\b',
      '^(?:please )?(?:dont|do not|never)\\b|\\bfor this session\\b|\\b(?:never|always|dont) \\w+ (?:\\w+ )?without\\b|\\bnot in scope\\b|^out of scope(?: for now)?:|\\basked you not to\\b',
      '\\b(?:if|whether|in case|unless|write|create|generate|draft|list)\\b',
      '\\bi asked (?:him|her|them|my|the)\\b',
      '\\bwanted to (?:ask|know|check|say|thank|understand|confirm)\\b',
    ],
  },

  chaff.Phrases {
    any: [
      lead + '(?:a )?bit much\\s*[.!]*$',
      lead + 'nothing else\\s*[.!]*$',
      '\\bdo only what i\\b|\\bonly do what i\\b',
      '\\bkeep it to the (?:one|file|task|ticket|thing)\\b',
      '\\b(?:that|this|which) wasnt (?:requested|asked for|needed|the task|in the (?:ticket|plan))\\b',
      '\\ba lot of (?:code|changes|text|files) for (?:what|a|one)\\b',
      '\\bwhy are there \\d+\\b.*\\b(?:diff|files|commit|pr|changes)\\b',
      '\\b(?:weve|you|youve) drifted\\b',
      '\\bi (?:said nothing|never said anything) about\\b',
      '\\byou also (?:renamed|changed|deleted|removed|moved|rewrote|reformatted|touched|edited|upgraded)\\b',
      '\\bdid you (?:just|really) (?:upgrade|push|commit|delete|rewrite|refactor|rename|install)\\b',
      '\\byou (?:gave|wrote|built|made|turned|sent)\\b.*\\bi (?:only |just )?(?:wanted|asked|needed)\\b',
      '^(?:please )?(?:dont|do not|stop) (?:refactor\\w*|optimi[sz]\\w*|improv\\w*|clean\\w*)[\\w ]*, just\\b',
    ],
    unless: [others, '\\b(?:if|whether|in case|unless)\\b'],
  },
];

local missed = [
  chaff.Phrases {
    any: [
      '\\bi(?:ve| have)? (?:already |just |literally |clearly |explicitly |specifically )*told you\\b',
      '\\bi(?:ve| have)? (?:already |literally |clearly |explicitly |specifically )+(?:told|said|mentioned|answered|specified|(?:asked|gave|given|sent|showed|shared) you|explained (?:this|that|it))\\b',
      '\\bas i(?:ve| have| already| just)* (?:said|told you|mentioned|explained|asked|wrote|stated)\\b',
      '\\b(?:as|like) (?:i )?(?:mentioned|discussed|explained|stated|specified|agreed) (?:before|earlier|already|previously|last time|at the start)\\b',
      '\\bi keep (?:telling|saying|asking|repeating|having to)\\b',
      '\\b(?:told|asked) you (?:this |that |about this |about that |not to |to )?(?:before|already|earlier|last time|twice|yesterday|three times|many times|several times|again and again)\\b',
      '\\bhow many times\\b',
      '\\bfor the (?:second|third|fourth|fifth|nth|last|hundredth|millionth|umpteenth|2nd|3rd|4th|5th|10th|100th) time\\s*(?:[,.:!]|$)',
    ],
    unless: [
      others,
      '\\b(?:as|like) i (?:said|told|mentioned|explained|wrote) (?:to (?:him|her|them|my|the|a)|in (?:the|my) (?:ticket|pr|issue|docs?|standup|meeting))',
      '\\bwhat i(?:ve| have)? (?:already )?told you\\b.*' + question,
      '\\b(?:did|have|if|when|once|after|unless|what if|before|whatever|should i have|was it) i(?:ve)? (?:have |already |ever )*(?:told|said|mentioned|explained)',
      '\\bnot sure (?:if |whether )?i(?:ve| have)? (?:already |ever )?told you',
      '\\btold you (?:everything|all i know|about (?:him|her|them|my))',
      '\\bhow many times (?:does|do|is|are|was|were|the|it|we|can|should|will|would|has|did (?:the|it))\\b',
      '\\bi already (?:gave|given|asked|sent|shared|wrote|provided|explained|mentioned|said|told) (?:it )?(?:to )?(?:him|her|them|my|the (?:team|client|customer|reviewer|boss|manager|pm|designer))\\b',
    ],
  },
  chaff.Phrases {
    any: [
      lead + '(?:please |go |can you |could you |you (?:should|need to|have to) |did you )*(?:check|look at|look in|read|use|consult|search|re-?read) (?:your |the |project )?(?:memory|memories)\\b',
      asking + '(?:re-?read|read|check|look at|see|follow|go read|consult) (?:the |your |our |my )?(?:claude\\.?md|agents\\.?md|instructions file|instructions|guidelines|conventions|rules|project rules|style ?guide|contributing)\\b.*(?:\\bagain\\b|properly|next time|its (?:all )?(?:in )?there)',
      '\\b(?:its|it is|thats|that is|this is|these are|theyre) (?:all |already |literally |clearly |right there )*(?:in|written in|documented in|described in|stated in|explained in|covered in|spelled out in) (?:the |your |our |my )?(?:claude\\.?md|agents\\.?md|memory|instructions|guidelines|file i|message above|issue i|first message)\\b',
      '\\b(?:claude\\.?md|agents\\.?md) (?:file )?(?:already |clearly |explicitly |literally |specifically )*(?:says?|states?|tells? you|said|told you)\\b',
      '\\b(?:did|have|do) you (?:even |actually |not )+(?:read|look at|remember|check|seen?|forget|forgotten)\\b.*(?:claude\\.?md|agents\\.?md|instructions|what i|my (?:last|first|previous|message|prompt)|the (?:spec|plan|readme|docs?|rules|guidelines|file i|memory|issue|ticket)|we)',
      '\\byou (?:didnt|did not|havent|never|clearly didnt|obviously didnt) (?:even )?(?:read|look at|check)\\b.*(?:claude\\.?md|agents\\.?md|instructions|what i|my|the (?:spec|plan|readme|docs?|rules|guidelines|file|ticket|issue|memory|schema))',
    ],
    unless: [
      others,
      '\\bmemory (?:usage|use|leaks?|consumption|limits?|footprint|profil\\w*|alloc\\w*|pressure|of|for (?:leaks?|the)|on|in|safety|bounds|barriers?|address\\w*|layout|access|requirements?|growth|map|corruption|overhead|cost|graphs?|metrics|stats|bandwidth|budget|management|model)\\b',
      '\\b(?:cpu|disk|yet)\\b',
      '\\b(?:if|whether) (?:the|our|your) (?:readme|spec|docs?)\\b',
      '\\bupdate\\b|\\badd\\b|\\bwrite\\b.*\\b(?:readme|claude)',
    ],
  },
  chaff.Phrases {
    any: [
      '\\byou(?:ve| have)?(?: completely| again| just| already| totally)? (?:ignored|lost track of|forgot (?:all|everything|what|about|the (?:rule|convention|decision|plan|constraint|instruction|requirement)s?|that (?:we|i)|again|our|my))\\b',
      '\\byou(?:re| are)?(?: still| always)? (?:keep )?(?:forgetting|ignoring)\\b',
      '\\bwe(?:ve| have)? (?:already |just |literally |explicitly )+(?:discussed|talked about|agreed|went over|gone over|decided|established|covered|been over|been through|settled|did) (?:that|this|it|on|to)\\b',
      '\\bdont you remember(?:\\s*[?.!]|$| (?:what|that|when|we|i)\\b)',
      '\\bremember (?:what|when|how) (?:i|we) (?:told|said|agreed|decided|discussed|asked|wrote|did)\\b',
      lead + '(?:read|see|check|look at|scroll (?:up|back)( to)?) (?:above|my (?:previous|last|first|earlier) (?:message|prompt|comment|reply)|what i (?:wrote|said|told|asked|pasted)|the (?:first|previous|last|earlier) message)\\b',
    ],
    unless: [
      others,
      '\\bremember (?:that|this|to)\\b.*\\b(?:for|in) (?:later|future|next)',
      '\\b(?:if|in case|unless|when) you(?:ve)? (?:forg[eo]t\\w*|ignore\\w*|overlook\\w*)',
      question,
    ],
  },

  chaff.Phrases {
    any: [
      '\\b(?:its|it is|thats|that is|is|was|were) (?:all |right |literally |clearly |explicitly |already |even )*(?:there )?in (?:the |your |my |our )?(?:claude\\.?md|agents\\.?md|(?:first|last|previous|original|initial|opening) (?:message|prompt)|my (?:message|prompt|first|last|original)|rules file|instructions|memory|handoff doc|system prompt)\\b',
      lead + '(?:please |go |go and )?(?:re-?read|read|check|see|look at|go back to|scroll (?:up|back) to) (?:the |your |my |our )?(?:memory|(?:first|previous|original|initial|opening) (?:message|prompt))(?: again| please| first| once more| properly)*\\s*[.!,]*$',
      lead + '(?:please |go |go and )?re-?read (?:the |your |my |our |what )',
      '\\b(?:weve|we have)(?: already| just| literally)? (?:been over|been through|gone over|covered) (?:this|that|it)\\b',
      '\\b(?:ive|i have)(?: already| just| literally)? (?:said|told you|explained) (?:this|that|it|so)\\b',
      '\\bwhat did i (?:just )?(?:say|tell you|ask)\\b',
      '\\byou (?:literally|just|already|literally just)(?: just)? (?:read|saw|opened|looked at|used|ran|did|wrote|had|found) (?:that|it|this|the)\\b.*\\b(?:ago|earlier|before|already|just now|today|yesterday)\\b',
      '\\bi (?:already |clearly |literally )?(?:gave|sent|shared|pasted|attached|posted|showed|linked) (?:you |it |that |the )[\\w ]*\\b(?:in (?:the|my) (?:prompt|message|first|last)|at the (?:start|beginning|top)|earlier|above)\\b',
      '\\b(?:same|this) mistake (?:as|again|twice)\\b',
      '\\b(?:did|is|was|has) (?:the|your|our|my first|my) (?:context|conversation|message)\\b.*\\b(?:compacted|forgotten|lost|gone)\\b',
      '\\bi (?:specifically|explicitly|clearly) (?:asked|said|told|wrote|requested|mentioned|stated)\\b',
      '\\bearlier you (?:said|told|wrote|decided|agreed|found|used)\\b|\\byou (?:told me|said|decided|agreed)(?: yourself| so)* (?:earlier|before|yesterday|an hour ago)\\b',
      '\\bi (?:said|asked|told you|mentioned|specified|wrote)\\b.*\\b(?:at the (?:start|beginning|top|very)|in (?:my|the) (?:first|last|previous|original|initial|opening)|earlier|already|times|twice)\\b',
      '\\b(?:as per|per) my (?:earlier|previous|last|first|original)\\b',
      '\\byou(?: really)? dont remember\\b',
      '\\bwe (?:agreed|decided|settled|said|established|removed|discussed|dropped|changed|renamed)\\b.*\\b(?:messages? ago|minutes? ago|an hour ago|earlier|this session|already|in this very)\\b',
      '\\b(?:i told you|i asked you|i said) (?:not to|i dont|i didnt|to use|to not|never)\\b',
      '^(?:and |ugh |oh |oh no |argh )*(?:again with|not again|yet again)\\b',
      '\\b(?:the|your|our|my) (?:instructions|rules?|guidelines|claude\\.?md|agents\\.?md|conventions)(?: file)?(?: clearly| explicitly| literally| already| specifically)* (?:says?|states?|forbids?) (?:it |that |no |so |never |not |to |use |we |you )',
      '\\b(?:the|your|our|my) (?:spec|ticket|plan|readme|issue|docs?|style ?guide|design system|contributing guide)(?: clearly| explicitly| literally| already| specifically| even)+ (?:says?|states?|forbids?|requires?)\\b',
      '\\b(?:says?|states?) (?:it|so|that) (?:literally|explicitly|clearly|right there)\\b',
    ],
    unless: [
      others,
      '\\b(?:if|whether|in case|unless|update|write|add|create|draft)\\b',
      '\\bmemory (?:usage|use|leaks?|consumption|limits?|footprint|profil\\w*|alloc\\w*|pressure|for leaks)\\b',
    ],
  },

  chaff.Phrases {
    any: [
      '\\byou keep (?:using|doing|adding|making|going back|writing|putting|calling|forgetting|ignoring)\\b',
      '\\byou(?:ve| have)? (?:already )?asked (?:me )?(?:that|this) (?:already|before|earlier)\\b',
      '\\bi(?:d|ve| had)? (?:already )?answered (?:that|this|it|all|those)\\b',
      lead + 'scroll up\\s*(?:[.,!]|$)',
      '\\byou (?:have|had|saved|put) (?:this|that|it) (?:in|to) (?:your )?(?:memory|notes)\\b',
      '\\bas i (?:mentioned|said|wrote|explained|told you)\\b',
      '\\byou (?:clearly |obviously |really |just )?(?:havent|didnt|never) (?:even )?(?:read|looked|look|checked|check|seen|opened)\\b',
      '\\b(?:in|is) the (?:file|doc|docs|ticket|link|screenshot|message|prompt) i (?:attached|linked|sent|shared|pasted|gave)\\b',
      '\\byou(?:ve| have)? lost (?:the )?(?:context|track|the plot)\\b',
      '\\b(?:was|were|has been) (?:already )?(?:decided|settled|answered|agreed|discussed) (?:earlier|already|above|at the (?:start|beginning|very))\\b',
      lead + '(?:second|third|fourth|fifth|2nd|3rd|4th|5th) time\\b',
      '\\b(?:that|what|which) i asked you not to\\b',
      '\\bi did (?:mention|say|tell you|ask|write|specify)\\b',
      '\\byou were told\\b',
      '\\bi gave you (?:today|earlier|at the|this morning|yesterday|before|already)\\b',
    ],
    unless: [
      others,
      '\\byet\\b',
      '\\b(?:if|whether|in case|unless|write|create|draft)\\b',
      '\\b(?:as|like) i (?:mentioned|said) (?:to|in (?:the|my) (?:ticket|issue|standup|meeting))',
    ],
  },
];

local praise = [
  chaff.Phrases {
    any: [
      lead + '(?:thats |that is |this is |it is |its )?exactly(?:\\s*[.!,:)]|$| (?:right|that|this|like that|it|what i|as i|how i|the (?:way|kind|one) i|thank|thanks))',
      '\\b(?:exactly|precisely|just) what i (?:wanted|needed|had in mind|was (?:looking|hoping|after)|asked for|meant)\\b',
      '\\bnailed (?:it|that|this)\\b',
      lead + '(?:thats |that is |this is |its |it is |thats just |absolutely |simply |just |looks |looking |all )*(?:perfect|spot on|brilliant|excellent|amazing|awesome|wonderful|superb|beautiful|gorgeous|flawless|lovely|magnificent|impressive|phenomenal|incredible|terrific|stellar|marvell?ous)(?:\\s*[.!,:)]|$| (?:thanks|thank|work|job|stuff|now|catch|find|fix|result|solution|answer|explanation|summary|idea|and|i|it|that|this|exactly|analysis|review|plan|refactor|so|man|claude)\\b)',
      lead + '(?:that was |thats |that is |this is |what )?(?:a |an |some |really |very |truly )*(?:great|good|nice|excellent|amazing|fantastic|awesome|incredible|solid|beautiful|impressive|superb|stellar|brilliant|lovely|perfect|outstanding|wonderful) (?:job|work|stuff|catch|find|fix|one|thinking|call|spot|solution|refactor|result|answer|explanation|summary|analysis|writeup|write-up)\\b',
      lead + '(?:very |really )?well done(?:\\s*[.!,]|$| claude| on)',
      lead + '(?:i |we |absolutely |really |i really |i absolutely )*(?:love|loving) (?:it|this|that|the|how|what)\\b',
      lead + '(?:that|this|it|everything|all|the \\w+(?: \\w+)?|your \\w+)? ?(?:now )?(?:looks|looking|look) (?:really |very |so |pretty |absolutely |super |all |just )*(?:great|good|perfect|awesome|amazing|fantastic|excellent|beautiful|nice|brilliant|lovely|fine|clean|right|much better|way better|so much better)\\b',
      lead + '(?:thats |that is |this is |its |it is |looks |works )?(?:much|way|so much|a lot|far) (?:better|cleaner|nicer|clearer|faster|simpler)\\b',
      lead + '(?:thank you|thanks|thx|ty|cheers)?[\\s,.!-]*(?:that|this|it|everything|all|now it|the \\w+)?(?:s| is| now| all| finally| really)* ?(?:works|worked|working)(?: now| perfectly| great| like a charm| beautifully| flawlessly| wonderfully| well| as expected| fine| again)+\\s*(?:[.!,:)]|$|thank)',
      lead + '(?:thank you|thanks|thx|cheers)[\\s,.!-]+(?:that|this|it) (?:works|worked|fixed it|did it|did the trick|helped)\\b',
      '\\b(?:that|this|it) (?:did the trick|fixed it|solved it|works like a charm)\\b',
      '\\byou(?:re| are)(?: the| a| an| so| really)* (?:best|genius|amazing|awesome|legend|lifesaver|life saver|star|hero|rockstar|brilliant|champ|beast)\\b',
      '\\bhats off\\b|\\bkudos\\b|\\bbravo\\b|\\bchefs kiss\\b|\\bcouldnt (?:have )?(?:be|been|done) (?:it )?better\\b|\\bkeep (?:it up\\s*[.!]*$|up the good)|\\btop notch\\b|\\bwork\\w* (?:on )?(?:the |my )?first try\\b',
      lead + 'lgtm\\b',
    ],
    unless: [
      question,
      '\\b(?:managed to|instead of|does nothing|did nothing)\\b',
      '\\b(?:if|whether|unless|until|once|in case|would be|will be|would|could|should|needs? to|must|want it|make it|make this|make sure|to be|might|maybe|almost|nearly|close to|not|never|isnt|doesnt|wasnt|didnt|dont|arent|cant|wont|except|however|although|though|apart from|aside from|other than)\\b',
      '\\bexactly (?:the (?:same )?(?:problem|error|issue|bug|wrong)|what i (?:told|said|didnt|was (?:afraid|worried)))',
      '\\b(?:perfect|good|great|nice|beautiful) (?:square|number|hash|forwarding|match|score|information|storm|practice|enough|place|candidate)\\b',
      '\\b(?:now|and|it|you|your) (?:\\w+ )?(?:broke|broken|fails?|failed|deleted|crash\\w*|lost|wiped)\\b',
      'oh,? (?:great|perfect|nice|brilliant|wonderful|good|lovely|fantastic|awesome)',
      '\\b(?:thanks|great|good|nice) for nothing\\b',
    ],
    unless_turn: [
      '\\b(?:instead of|managed to|does nothing|didnt|doesnt|isnt)\\b',
      '\\bbut\\b|\\bhowever\\b|\\bexcept\\b|\\bunfortunately\\b|\\balthough\\b|\\bsarcas\\w*|/s\\b',
      '\\b(?:one|only|small|minor|tiny|another) (?:\\w+ )?(?:problem|issue|thing wrong|nit|complaint|catch is|gripe)\\b',
      '\\b(?:you|it|that|now)(?: \\w+)? (?:broke|broken|deleted|wiped|destroyed|ruined|crashed|crashes|fails|failed|failing|doesnt work|isnt|wrong|worse|useless|lost)\\b',
      '\\b(?:still|same error|try again|redo|start over|revert|undo|another (?:error|bug|failure|crash))\\b',
      '\\bslow clap\\b|\\byeah right\\b|\\bthanks for nothing\\b',
      '\\boh,? (?:great|wow|perfect|nice|brilliant|wonderful|good|lovely|fantastic|awesome)\\b|\\b(?:is|are) down\\b',
    ],
  },

  chaff.Phrases {
    any: [
      lead + '(?:yes |yep |wow |holy \\w+ )*(?:good|great|nice|sweet|neat|superb|yess+|woo+|woohoo|hooray|yay|beautiful|not bad|very nice|very good|so good|really nice|really good|super|slick)(?: man| dude| bot| one| stuff| thanks| thank you| thx| indeed| claude| mate)*\\s*[.!]*$',
      lead + '(?:good|great|nice|sweet|super|excellent|perfect)(?:,| -) (?:continue|go on|go ahead|next|thanks|thank you|thx|ship|commit|merge|push|lets|on to|carry on|proceed)\\b',
      lead + '(?:\\w+ ){0,4}(?:looks?|looking) (?:really |very |so |pretty |super |all )*(?:good|great|right|correct|perfect|nice|fine|solid|clean|sane|neat)\\b',
      '\\b(?:oh |wow )?(?:thats|that was|that is|this is|its|it is) (?:really |very |so |pretty |super |actually |quite |just |wow |a )*(?:clever|smart|neat|elegant|impressive|beautiful|slick|solid|fast|clean|lovely|brilliant|excellent|amazing|awesome|incredible|helpful|super helpful|perfect|great|nice)\\s*[.!,]*(?:$|thank| work)',
      '\\b(?:im|i am|honestly|really|very|quite|pretty|color me|colour me) (?:very |really |quite |pretty |so )?(?:impressed|happy with (?:this|that|it|the)|pleased with|delighted)\\b',
      '\\bno (?:complaints|remarks|objections|notes)\\b',
      '\\b(?:does|did|do) the (?:job|trick)\\b',
      '\\b(?:that|this|it|you) (?:really |actually |totally )?(?:fixed|solved|did) it\\b',
      '\\b(?:it|that|this|everything|all)? ?(?:finally|actually|now|all) (?:works|worked|builds|passes|compiles)\\s*(?:[.!,]|$|thank|now)',
      '\\b(?:everything|it all|all of it|it) (?:works|builds|passes|compiles|is green)(?: now)?\\s*[.!,]*(?:$|thank|thx)',
      '\\b(?:tests?|ci|build|suite)(?: all| is| are)? (?:pass(?:es|ing)?|green) now\\b',
      '\\ball (?:green|passing)\\b',
      '\\byou were right\\b|\\byoure right it was\\b',
      '\\bgood (?:call|catch|find|thinking|job|work|bot|eye)\\b',
      lead + '(?:i )?(?:really )?(?:like|love) (?:it|this|that|how|the way|the (?:new|approach|idea|result))\\b',
      '^[👏♥❤💯🎉🙌😍]',
    ],
    unless: [
      question,
      '\\b(?:managed to|instead of|does nothing|did nothing)\\b',
      '\\b(?:if|whether|unless|until|once|in case|would|will|could|should|needs? to|must|want|make it|make sure|to be|might|maybe|almost|nearly|not sure|never|isnt|doesnt|wasnt|didnt|dont|arent|cant|wont|except|however|although|though|apart from|other than|than|when|how|why)\\b',
      'oh,? (?:great|perfect|nice|wonderful|good|lovely|fantastic|awesome)\\b',
      '\\b(?:sounds|feels) (?:good|great|right|fine)\\b',
      '\\b(?:good|great|nice) (?:morning|evening|afternoon|night|luck|question|enough|practice)\\b',
    ],
    unless_turn: [
      '\\b(?:instead of|managed to|does nothing|didnt|doesnt|isnt)\\b',
      '\\bbut\\b|\\bhowever\\b|\\bexcept\\b|\\bunfortunately\\b|\\balthough\\b|/s\\b|\\bonly (?:thing|problem|issue)\\b',
      '\\b(?:broke|broken|deleted|wiped|destroyed|ruined|crashed|crashes|failed|failing|doesnt|isnt|wrong|worse|useless|lost|nothing|blank|gone|still|same error|redo|start over|revert|undo|instead)\\b',
    ],
  },
];

chaff.Rubric {
  classes: chaff.Classes {
    correction: correction,
    rework: rework,
    scope_drift: drift,
    missed_context: missed,
    praise: praise,
  },
  weights: chaff.Weights {
    correction: chaff.Moves { goal_clarity: -1, response_density: -0.5 },
    rework: chaff.Moves { rework_rate: -1 },
    scope_drift: chaff.Moves { scope_discipline: -1 },
    missed_context: chaff.Moves { context_hit_rate: -1 },
    praise: chaff.Moves {
      goal_clarity: 0.5,
      rework_rate: 0.5,
      context_hit_rate: 0.5,
      scope_discipline: 0.5,
      response_density: 0.5,
    },
  },
}

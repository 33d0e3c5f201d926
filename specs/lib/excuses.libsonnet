// Words that rule a finding out: whoever names a thing that is not there may well know it.
// RE2, over the text of a block or of what leads up to it; a name stands in a code span.
{
  // A negation before the name, in the same sentence, or one close behind it.
  negated: [
    @'(?i)(?:\b(?:no|not|never|cannot|without|nor|neither|avoid|stop (?:us|runn|call)ing|forbid\w*)\b|n[''’]t\b)[^`.!?;]{0,60}`',
    @'(?i)`[^`.!?;]{0,40}(?:\b(?:not|never|no longer|nowhere|gone|missing|absent|removed|dropped|deleted|retired|deprecated'
    + @'|obsolete|replaced|renamed|forbidden|fails?|broken)\b|n[''’]t\b)',
    @'(?i)\b(?:instead of|rather than|in place of|replac(?:es|ed|ing)|supersed\w+|unlike|used to|formerly|previously'
    + @'|old|legacy|deprecated|obsolete|removed|historical\w*)\b',
  ],
  // Only where it is there, or one day.
  conditional: [
    @'(?i)\b(?:if|when|where|whenever|unless|in case|assuming)\b[^.]{0,60}\b(?:exist\w*|defin\w+|avail\w+|presen\w+|provid\w+'
    + @'|support\w*|configur\w+|install\w*|connect\w*|enabl\w+|applicable|set up|ha[sd]|have)\b',
    @'(?i)`[^.`]{0,60}\b(?:if|when|where|unless)\b[^.`]{0,40}\b(?:exist\w*|defin\w+|avail\w+|presen\w+|provid\w+'
    + @'|support\w*|configur\w+|install\w*|connect\w*|enabl\w+|applicable|set up|ha[sd]|have|any)\b',
    @'(?i)\b(?:to-?do|planned|upcoming|future|proposed|not yet|to be (?:added|written|made)|will be|would be|coming soon|hypothetical\w*)\b',
    @'(?i)\b(?:add|create|define|write|introduce|give|need)s?\b[^.]{0,60}\b(?:scripts?|targets?|recipes?|tasks?|alias(?:es)?|servers?)\b',
  ],
  // One of many, or a stand-in.
  example: [
    @'(?i)(?:\be\.\s?g\.|\bi\.\s?e\.|\bfor (?:example|instance)\b|\bsuch as\b|\blike `|\bexamples?\b|\bplaceholder|\bor similar\b'
    + @'|\bequivalent\b|\bsomething like\b|\blooks? like\b|\bnamed? (?:like|after)\b|\b(?:typical|typically|usually|often)\b)',
  ],
  // Not of this repository.
  elsewhere: [
    @'(?i)\b(?:another|other|separate|different|sibling|upstream|downstream|parent|that|those|their|your|target|client|customer|consumer'
    + @'|consuming|generated|scaffolded|new|fresh|external)(?:[''’]?s)? (?:\w+ )?(?:repo|repositor|project|checkout|codebase|workspace|app\b|package)',
    @'(?i)\b(?:in|inside|within|into) (?:the|a|your) (?:container|vm|guest|pod|sandbox|image|simulator)\b',
    @'(?i)\b(?:git clone|upstream|downstream|template|boilerplate|scaffold\w*|your own|personal|globally|user-level)\b',
  ],
  // A line that introduces what is not to be done, or is not there.
  lead: [@'(?i)(?:\b(?:no|not|never|cannot|nor|neither|avoid|stop (?:us|runn|call)ing|without|forbidden|prohibited)\b|n[''’]t\b)'],
  all:: self.negated + self.conditional + self.example + self.elsewhere,
}

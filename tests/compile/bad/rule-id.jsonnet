// specs/rules/example.jsonnet: the rule calls itself 'other', its file 'example'
local good = import '../good/rule.libsonnet';

good { id: 'other' }

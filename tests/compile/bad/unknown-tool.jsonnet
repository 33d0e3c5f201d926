// item add-ajv: offers 'run_comand', which no one declares (there are: edit_file, list_files, read_file, run_command, search)
local good = import '../good/rule.libsonnet';

good {
  battery+: { items: [item { tools: ['run_comand'] } for item in super.items] },
}

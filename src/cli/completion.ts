import type { Command } from 'commander';

/** A bash script that completes commands and long options, and file names for everything else. */
export function completionScript(program: Command): string {
  const optionsOf = (command: Command): string => longOptions(command).join(' ');
  const cases = program.commands.map((command) => `    ${command.name()}) words='${optionsOf(command)}' ;;`);
  const names = program.commands.map((command) => command.name()).join(' ');
  return `_prorata() {
  local words=''
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" = 1 ] && words='${names} ${optionsOf(program)}'
  case "\${COMP_WORDS[COMP_CWORD]}" in
    -*) ;;
    *) [ "$COMP_CWORD" = 1 ] || words='' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _prorata prorata
`;
}

function longOptions(command: Command): string[] {
  return ['--help', ...command.options.flatMap(({ long }) => long ?? [])];
}

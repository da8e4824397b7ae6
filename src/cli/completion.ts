import type { Command } from 'commander';
import { CommandError, EXIT } from './command-error.js';

/**
 * A command line with every long option written out that was only begun: `--out` is `--output`. One that no option of the command
 * begins with stays as it is, for the parser to refuse.
 *
 * @throws CommandError for a beginning that several options have.
 */
export function completed(program: Command, args: readonly string[]): string[] {
  const names = longOptions(program.commands.find((each) => each.name() === args[0]) ?? program);
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const [, begun, value = ''] = /^(--[a-z][a-z-]*)(=.*)?$/s.exec(arg) ?? [];
    if (begun === undefined || (end >= 0 && index > end) || names.includes(begun)) return arg;
    const [meant, ...others] = names.filter((name) => name.startsWith(begun));
    if (meant === undefined) return arg;
    if (others.length === 0) return meant + value;
    const message = `${begun} may be ${[meant, ...others].join(' or ')}. Write out the one that you mean.`;
    throw new CommandError(EXIT.refused, message);
  });
}

/** A script for bash that completes commands and long options, and file names for all else. */
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

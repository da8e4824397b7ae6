import { wordLabel } from '../../../contract/field-labels.js';
import { Choice, type Option } from '../../parts/choice.js';
import type { OurColumn, Understood } from '../worker/understood.js';
import { DraftBox } from './draft-box.js';
import type { ViewProps } from './file-view.js';
import { type ColumnChoice, isBlankText } from './recipe-edits.js';

/** Choices other than a column; names of columns begin with a colon. */
const NONE = '-';
const CONSTANT = '=';

/** One of our columns: what it is, the file's column for it or what everybody has, and what was read from it. */
export function ColumnLine(
  props: ViewProps & {
    readonly column: OurColumn;
    readonly term: number | null;
    readonly choice: ColumnChoice;
    readonly header: readonly string[];
    readonly samples: Understood;
  },
) {
  const { column, term, choice, header, samples, state, send } = props;
  const rule = choice === 'none' ? null : choice;
  const id = `column-${term === null ? '' : `${term}-`}${column.name}`;
  const choose = (next: ColumnChoice): void =>
    send({ type: 'choose column', term, ours: column.name, choice: next });
  return (
    <div class="match">
      <div>
        <label for={id}>{column.title}</label>
        <p class="hint" id={`${id}-about`}>
          {column.description}
        </p>
      </div>
      <div>
        <Choice
          id={id}
          value={choiceValue(choice)}
          blank={column.canLack ? 'None found' : 'Choose…'}
          options={optionsOf(column, header)}
          aria-describedby={`${id}-about`}
          onChoose={(value) => choose(choiceFrom(value))}
        />
        {rule !== null && 'constant' in rule && (
          <ConstantField
            id={`${id}-constant`}
            column={column}
            value={rule.constant}
            onValue={(constant) => choose({ constant })}
            state={state}
            send={send}
          />
        )}
        {rule !== null && 'column' in rule && <p class="hint">{sampleText(samples, rule.column)}</p>}
      </div>
    </div>
  );
}

function ConstantField(
  props: ViewProps & {
    readonly id: string;
    readonly column: OurColumn;
    readonly value: string;
    readonly onValue: (text: string) => void;
  },
) {
  const { id, column, value, onValue, state, send } = props;
  const label = `${column.title}, the same for everybody`;
  if (column.options.length > 0) {
    const options = column.options.map((each): Option => [each, wordLabel(each)]);
    return <Choice id={id} aria-label={label} value={value} options={options} onChoose={onValue} />;
  }
  return (
    <DraftBox
      id={id}
      aria-label={label}
      aria-invalid={isBlankText(value) ? 'true' : undefined}
      value={value}
      onText={onValue}
      state={state}
      send={send}
    />
  );
}

function choiceValue(choice: ColumnChoice): string {
  if (choice === null) return '';
  if (choice === 'none') return NONE;
  return 'constant' in choice ? CONSTANT : `:${choice.column}`;
}

function choiceFrom(value: string): ColumnChoice {
  if (value.startsWith(':')) return { column: value.slice(1) };
  if (value === CONSTANT) return { constant: '' };
  return value === NONE ? 'none' : null;
}

function optionsOf(column: OurColumn, header: readonly string[]): readonly Option[] {
  const none: Option = [NONE, `Not in my file (${blankText(column)})`];
  return [
    ...(column.canLack ? [none] : []),
    [CONSTANT, 'The same for everybody…'],
    ...header.map((name): Option => [`:${name}`, name]),
  ];
}

/** What a blank cell means, with flags as yes or no. */
function blankText({ blank }: OurColumn): string {
  return blank === 'true' || blank === 'false' ? wordLabel(blank) : blank;
}

function sampleText({ info }: Understood, column: string): string {
  const place = info.header.indexOf(column);
  const texts = info.firstRows.map(({ cells }) => cells[place]?.trim() ?? '').filter((text) => text !== '');
  const some = [...new Set(texts)].slice(0, 4);
  return some.length === 0 ? 'It is blank in the first rows.' : `For example ${some.join(', ')}.`;
}

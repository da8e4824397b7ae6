import { MAX_TERMS } from '../../../engine/student.js';
import type { Shape } from '../../../guessing/recipe.js';
import { Button } from '../../parts/basics.js';
import { Choice, type Option, optionsIn } from '../../parts/choice.js';
import type { OurColumn, Understood } from '../worker/understood.js';
import { ColumnLine } from './column-line.js';
import { DraftBox } from './draft-box.js';
import { COLUMNS_FOLD, shownRecipe } from './file-state.js';
import type { Send, ViewProps } from './file-view.js';
import { Fold } from './fold.js';
import { choiceOf, isBlankText, isNameTaken, type StudentShape, withTermAdded } from './recipe-edits.js';

const SHAPES: Readonly<Record<Shape['rows'], string>> = {
  term: 'One term of a student',
  student: 'One student with all terms',
  course: 'One course of a student',
  fund: 'One fund of a student and term',
};

/** Matches the file's columns to ours. Choices here change the recipe directly and are stored nowhere else. */
export function ColumnsView({ state, send }: ViewProps) {
  const recipe = shownRecipe(state);
  if (state.match === null || recipe === null) return null;
  const understood = state.match;
  const { shape } = recipe;
  const wanted = state.typed['shape'] ?? shape.rows;
  const header = understood.info.header.filter((name) => name !== '');
  const shared = understood.columns.filter(({ name, isOfTerm }) =>
    shape.rows === 'student'
      ? !isOfTerm || name === 'term_ft_credits'
      : shape.rows !== 'fund' || !isPaid(name),
  );
  const ofTerms = understood.columns.filter(({ name, isOfTerm }) => isOfTerm && name !== 'term_label');
  const line = (column: OurColumn, term: number | null) => (
    <ColumnLine
      key={column.name}
      column={column}
      term={term}
      choice={choiceOf(recipe, column.name, term, header)}
      header={header}
      samples={understood}
      state={state}
      send={send}
    />
  );
  const input = 'recipe-input';
  return (
    <Fold
      id={COLUMNS_FOLD}
      class="panel"
      summary="Which of your columns is which"
      name={COLUMNS_FOLD}
      state={state}
      send={send}
    >
      <div class="match">
        <label for="shape">One row of your file is</label>
        <Choice
          id="shape"
          value={wanted}
          options={optionsIn(SHAPES)}
          onChoose={(value) => chooseShape(value, understood, send)}
        />
      </div>
      {wanted === 'fund' && <FundColumns state={state} shape={shape} header={header} send={send} />}
      {shared.map((column) => line(column, null))}
      {shape.rows === 'student' &&
        shape.terms.map((term, index) => (
          <fieldset key={index}>
            <legend>{term.label === '' ? `Term ${index + 1}` : term.label}</legend>
            <TermName shape={shape} index={index} state={state} send={send} />
            {ofTerms.map((column) => line(column, index))}
          </fieldset>
        ))}
      {shape.rows === 'student' && shape.terms.length < MAX_TERMS && (
        <p>
          <Button id="add-term" onPress={() => send({ type: 'choose shape', shape: withTermAdded(shape) })}>
            Add a term
          </Button>
        </p>
      )}
      <p class="row">
        <Button onPress={() => document.getElementById(input)?.click()}>Load a recipe file…</Button>
        <input
          type="file"
          hidden
          id={input}
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file !== undefined) void file.text().then((text) => send({ type: 'load recipe', text }));
          }}
        />
      </p>
    </Fold>
  );
}

/** Both columns are needed before the rows can be read as funds. */
function FundColumns(props: ViewProps & { readonly shape: Shape; readonly header: readonly string[] }) {
  const { state, shape, header, send } = props;
  const options = header.map((name): Option => [name, name]);
  const known = shape.rows === 'fund' ? shape : null;
  const said = {
    fund: state.typed['fund-column'] ?? known?.fund ?? '',
    paid: state.typed['paid-column'] ?? known?.paid ?? '',
  };
  const choose = (of: 'fund' | 'paid', value: string): void => {
    send({ type: 'type', field: `${of}-column`, text: value });
    const next = { ...said, [of]: value };
    if (next.fund === '' || next.paid === '') return;
    // Codes belong to their column: a different column has different codes.
    const funds = next.fund === known?.fund ? known.funds : {};
    send({ type: 'choose shape', shape: { rows: 'fund', ...next, funds } });
  };
  const line = (of: 'fund' | 'paid', label: string) => (
    <div class="match">
      <label for={`${of}-column`}>{label}</label>
      <Choice
        id={`${of}-column`}
        value={said[of]}
        options={options}
        onChoose={(value) => choose(of, value)}
      />
    </div>
  );
  return (
    <>
      {line('fund', 'Column that names the fund')}
      {line('paid', 'Column of the amount paid so far')}
    </>
  );
}

function TermName(props: ViewProps & { readonly shape: StudentShape; readonly index: number }) {
  const { shape, index, state, send } = props;
  const id = `term-${index}-label`;
  const { label } = shape.terms[index] ?? { label: '' };
  const others = shape.terms.filter((_, place) => place !== index);
  const error = nameError(label, isNameTaken(others, label));
  const change = (terms: StudentShape['terms']): void =>
    send({ type: 'choose shape', shape: { ...shape, terms } });
  return (
    <div class="row">
      <label for={id}>Name of the term in the answer</label>
      <DraftBox
        id={id}
        value={label}
        aria-invalid={error === null ? undefined : 'true'}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onText={(text) =>
          change(shape.terms.map((each, place) => (place === index ? { ...each, label: text } : each)))
        }
        state={state}
        send={send}
      />
      <Button onPress={() => change(others)}>Remove this term</Button>
      {error !== null && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function nameError(label: string, isTaken: boolean): string | null {
  if (isBlankText(label)) return 'Give the term a name, such as Fall 2026.';
  return isTaken ? 'Another term has this name. Give each term its own.' : null;
}

/** Starts another shape from what was found in the file, or empty; rows of funds start from the two columns that are asked for. */
function chooseShape(rows: Shape['rows'], { recipe }: Understood, send: Send): void {
  send({ type: 'type', field: 'shape', text: rows });
  if (recipe.shape.rows === rows) send({ type: 'choose shape', shape: recipe.shape });
  else if (rows === 'term' || rows === 'course') send({ type: 'choose shape', shape: { rows } });
  else if (rows === 'student') {
    send({ type: 'choose shape', shape: { rows, terms: [{ label: 'Term 1', columns: {} }] } });
  }
}

function isPaid(name: string): boolean {
  return name.startsWith('term_prior_');
}

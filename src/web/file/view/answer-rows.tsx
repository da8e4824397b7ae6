import { Button } from '../../parts/basics.js';
import { Choice, optionsIn } from '../../parts/choice.js';
import { Table } from '../../parts/table.js';
import { FIRST_QUESTION } from '../state/file-state.js';
import { type Filter, PREVIEW_ROWS, type Preview, type PreviewQuestion } from '../worker/worker-protocol.js';
import { DraftBox, usePage, useResult } from './page-context.js';

const FILTERS: Readonly<Record<Filter, string>> = {
  all: 'all rows',
  failed: 'rows that failed',
  warnings: 'rows with warnings',
  reduced: 'rows with less than the full annual limit',
  overpaid: 'rows with more paid than the new limit',
};

/** The students a page at a time: the person's own rows, each with its amounts and a link to the reasons. */
export function AnswerRows() {
  const { send } = usePage();
  const { look } = useResult();
  const question = look?.question ?? FIRST_QUESTION;
  const ask = (change: Partial<PreviewQuestion>): void =>
    send({ type: 'look', question: { ...question, skip: 0, ...change } });
  const preview = look?.preview ?? null;
  return (
    <>
      <div class="row">
        <label for="rows-filter">Show</label>
        <Choice
          id="rows-filter"
          value={question.filter}
          options={optionsIn(FILTERS)}
          onChoose={(filter) => ask({ filter })}
        />
        <label for="rows-search">Student ID contains</label>
        <DraftBox id="rows-search" value={question.search} onText={(search) => ask({ search })} />
      </div>
      <div aria-live="polite">
        {look !== null &&
          (preview === null ? <p class="hint">Looking for the rows…</p> : <Rows preview={preview} />)}
      </div>
      {/* Both stay while rows are looked for: a button that goes takes the focus with it. */}
      {(question.skip > 0 || preview?.hasMore !== false) && (
        <p class="row">
          <Button
            disabled={question.skip === 0}
            onPress={() => ask({ skip: Math.max(0, question.skip - PREVIEW_ROWS) })}
          >
            Previous rows
          </Button>
          <Button
            disabled={preview?.hasMore !== true}
            onPress={() => ask({ skip: question.skip + PREVIEW_ROWS })}
          >
            Next rows
          </Button>
        </p>
      )}
    </>
  );
}

function Rows({ preview: { head, ownHead, rows } }: { readonly preview: Preview }) {
  if (rows.length === 0) return <p>No row matches.</p>;
  return (
    <Table
      caption="Students"
      columns={['Why', ...head.map(({ text }) => text), ...ownHead]}
      rows={rows.flatMap(({ cells, remark, own, link }) => {
        const reasons = link !== null && (
          <a href={link} target="_blank" rel="noopener" aria-label={`Show the reasons for ${cells[0]}`}>
            Reasons
          </a>
        );
        const said = <p class="remark">{remark}</p>;
        return [[reasons, ...cells, ...own], ...(remark === '' ? [] : [[said]])];
      })}
      numbers={head.flatMap(({ isNumber }, place) => (isNumber ? [place + 1] : []))}
      ownFrom={head.length + 1}
    />
  );
}

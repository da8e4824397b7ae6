import { type Child, element } from '../element.js';

/** What a person can do next, as a button. */
export interface NextStep {
  readonly text: string;
  readonly onClick: () => void;
  readonly isPrimary?: boolean;
}

/** A sentence that matters, with the next steps. It is read out as it appears. */
export function messageBox(
  kind: 'bad' | 'care' | 'good',
  children: readonly Child[],
  steps: readonly NextStep[] = [],
): HTMLElement {
  const buttons = steps.map(({ text, onClick, isPrimary = false }) =>
    element('button', {
      props: { type: 'button', textContent: text, className: isPrimary ? 'primary' : '' },
      on: { click: onClick },
    }),
  );
  const role = kind === 'good' ? 'status' : 'alert';
  return element('div', { props: { className: `note ${kind}` }, attributes: { role } }, [
    ...children,
    buttons.length === 0 ? null : element('p', { props: { className: 'actions' } }, buttons),
  ]);
}

/** A paragraph of plain text. */
export function paragraph(text: string, className = ''): HTMLParagraphElement {
  return element('p', { props: { textContent: text, className } });
}

import { strToU8, type Zippable, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A sheet as XML: the inside of `sheetData`, and what follows that element. */
interface MadeSheet {
  readonly name?: string;
  readonly rows: string;
  readonly behind?: string;
  readonly state?: string;
}

export interface Made {
  readonly sheets: readonly MadeSheet[];
  readonly strings?: readonly string[];
  /** XML after the `sheets` element of the workbook, such as `<calcPr/>`. */
  readonly workbook?: string;
}

export function partsOf({ sheets, strings = [], workbook = '' }: Made): Record<string, string> {
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const links = (all: string): string =>
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
  const named = sheets.map(
    ({ name, state = 'visible' }, nth) =>
      `<sheet name="${name ?? `Sheet${nth + 1}`}" sheetId="${nth + 1}" state="${state}" r:id="s${nth + 1}"/>`,
  );
  const texts = strings.map((text) => `<si><t>${text}</t></si>`).join('');
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': links(link('w', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets>${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': links(
      sheets.map((_, nth) => link(`s${nth + 1}`, 'worksheet', `worksheets/sheet${nth + 1}.xml`)).join('') +
        link('t', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}">${texts}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, behind = '' }, nth) => [
        `xl/worksheets/sheet${nth + 1}.xml`,
        `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${behind}</worksheet>`,
      ]),
    ),
  };
}

export function zipped(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const all: Zippable = {};
  for (const [name, part] of Object.entries(parts))
    all[name] = typeof part === 'string' ? strToU8(part) : part;
  return zipSync(all);
}

export function madeWorkbook(made: Made): Uint8Array {
  return zipped(partsOf(made));
}

/** A row whose cells have references. `xml` is the rest of a cell's element: attributes, then content. */
export function madeRow(
  row: number,
  cells: readonly (string | number | null | { readonly xml: string })[],
): string {
  const all = cells.map((cell, column) => {
    const place = `r="${String.fromCharCode(65 + column)}${row}"`;
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
    return `<c ${place} ${cell.xml}</c>`;
  });
  return `<row r="${row}">${all.join('')}</row>`;
}

import { foreignArchive } from './foreign-files.js';
import { type NumberFormat, numberFormats } from './number-formats.js';
import type { Steps } from './steps.js';
import { damaged, tableError } from './table-error.js';
import { readXml, type XmlHandler } from './xml.js';
import type { ZipArchive } from './zip-archive.js';

/** A sheet by its name, and where it is in the archive. */
export interface SheetPart {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** What a workbook contains besides its sheets. */
export interface WorkbookParts {
  readonly archive: ZipArchive;
  /** The sheets that have cells, in their order; those of charts are left out. */
  readonly sheets: readonly SheetPart[];
  /** Texts that cells refer to by their number. */
  readonly strings: readonly string[];
  /** For each style of a cell its format. */
  readonly formats: readonly NumberFormat[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
  /** Whether the saved formula results are outdated, and a spreadsheet must calculate them when it opens the file. */
  readonly isStale: boolean;
}

const ROOT_LINKS = '_rels/.rels';

/** @throws TableError for an archive that is no workbook, or a damaged one. */
export function* workbookParts(archive: ZipArchive): Steps<WorkbookParts> {
  const root = archive.has(ROOT_LINKS) ? yield* linksOf(archive, ROOT_LINKS, '') : [];
  const workbook = root.find(({ type }) => type.endsWith('/officeDocument'))?.path ?? '';
  if (!/^xl\/.*\.xml$/i.test(workbook)) throw tableError(foreignArchive(archive.names));
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const links = yield* linksOf(archive, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const pathOf = (kind: string): string | undefined => links.find(({ type }) => type.endsWith(kind))?.path;
  const [strings, styles] = [pathOf('/sharedStrings'), pathOf('/styles')];
  return {
    archive,
    ...(yield* sheetsOf(archive, workbook, links)),
    strings: strings === undefined ? [] : yield* stringsOf(archive, strings),
    formats: styles === undefined ? [] : yield* numberFormats(archive, styles),
  };
}

interface Link {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

function* linksOf(archive: ZipArchive, path: string, folder: string): Steps<readonly Link[]> {
  const links: Link[] = [];
  yield* readXml(archive, path, {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const target = pathTo(attribute('Target') ?? '', folder);
      links.push({ id: attribute('Id') ?? '', type: attribute('Type') ?? '', path: target });
    },
  });
  return links;
}

/** The name of a part from where it is referred to. */
function pathTo(target: string, folder: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/** More sheets than anybody keeps; each is checked when looking for the one with the students. */
const MOST_SHEETS = 1000;

function* sheetsOf(
  archive: ZipArchive,
  path: string,
  links: readonly Link[],
): Steps<Pick<WorkbookParts, 'sheets' | 'isFrom1904' | 'isStale'>> {
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  let isStale = false;
  yield* readXml(archive, path, {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attribute('date1904'));
      if (name === 'calcPr') {
        isStale = isTrue(attribute('fullCalcOnLoad')) || !isTrue(attribute('calcCompleted') ?? '1');
      }
      if (name !== 'sheet') return;
      const id = attribute(':id') ?? attribute('id') ?? '';
      const link = links.findLast((each) => each.id === id);
      if (link === undefined) throw damaged('it names a sheet that it does not have');
      if (!link.type.endsWith('/worksheet')) return;
      if (sheets.length === MOST_SHEETS)
        throw tableError(`The workbook has more than ${MOST_SHEETS} sheets.`);
      if (sheets.some((each) => each.path === link.path))
        throw damaged('two of its sheets are the same part');
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute('name') ?? '', path: link.path, isHidden });
    },
  });
  return { sheets, isFrom1904, isStale };
}

/** Whether a boolean attribute, written `1` or `true`, is set. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** A text may come in several runs, each with its own look. */
function* stringsOf(archive: ZipArchive, path: string): Steps<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'si') strings.push(unescaped(text));
    },
  };
  yield* readXml(archive, path, handler);
  return strings;
}

/** Workbooks write characters that XML has no place for as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

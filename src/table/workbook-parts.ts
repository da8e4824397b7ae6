import { foreignArchive } from './foreign-files.js';
import { type NumberFormat, numberFormats } from './number-formats.js';
import { damaged, tableError } from './table-error.js';
import { readXml } from './xml.js';
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

const FOLDER = 'xl/';
/** Every program names it so; Excel has been seen to add a number. */
const WORKBOOK = /^xl\/workbook[0-9]*\.xml$/i;

/** @throws TableError for an archive that is no workbook, or a damaged one. */
export async function workbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const workbook = archive.names.find((name) => WORKBOOK.test(name));
  if (workbook === undefined) throw tableError(foreignArchive(archive.names));
  const links = await linksOf(archive, `xl/_rels/${workbook.slice(FOLDER.length)}.rels`);
  const pathOf = (kind: string): string | undefined => links.find(({ type }) => type.endsWith(kind))?.path;
  const [strings, styles] = [pathOf('/sharedStrings'), pathOf('/styles')];
  return {
    archive,
    ...(await sheetsOf(archive, workbook, links)),
    strings: strings === undefined ? [] : await stringsOf(archive, strings),
    formats: styles === undefined ? [] : await numberFormats(archive, styles),
  };
}

interface Link {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

async function linksOf(archive: ZipArchive, path: string): Promise<readonly Link[]> {
  const links: Link[] = [];
  await readXml(archive, path, {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const target = attribute('Target') ?? '';
      const path = pathTo(target.startsWith('/') ? target : FOLDER + target);
      links.push({ id: attribute('Id') ?? '', type: attribute('Type') ?? '', path });
    },
  });
  return links;
}

/** The name of a part, without the steps that lead to it. */
function pathTo(target: string): string {
  const path: string[] = [];
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

async function sheetsOf(
  archive: ZipArchive,
  path: string,
  links: readonly Link[],
): Promise<Pick<WorkbookParts, 'sheets' | 'isFrom1904' | 'isStale'>> {
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  let isStale = false;
  await readXml(archive, path, {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attribute('date1904'));
      if (name === 'calcPr') {
        isStale = isTrue(attribute('fullCalcOnLoad')) || !isTrue(attribute('calcCompleted') ?? '1');
      }
      if (name !== 'sheet') return;
      const id = attribute(':id') ?? attribute('id');
      const link = links.find((each) => each.id === id);
      if (link === undefined) throw damaged('it names a sheet that it does not have');
      if (!link.type.endsWith('/worksheet')) return;
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
async function stringsOf(archive: ZipArchive, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  await readXml(archive, path, {
    open(name) {
      if (name === 'si') text = '';
      isText = name === 't';
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text));
      isText = false;
    },
  });
  return strings;
}

/** Workbooks write characters that XML has no place for as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

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
  /** By the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
  /** Whether the saved formula results are outdated, and a spreadsheet must calculate them when it opens the file. */
  readonly isStale: boolean;
}

/** Every program names it so; Excel has been seen to add a number. */
const WORKBOOK = /^xl\/(workbook[0-9]*\.xml)$/i;

/** @throws TableError for an archive that is no workbook, or a damaged one. */
export async function workbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const workbook = archive.names.find((name) => WORKBOOK.test(name));
  if (workbook === undefined) throw tableError(foreignArchive(archive.names));
  const links: { readonly id: string; readonly type: string; readonly path: string }[] = [];
  await readXml(archive, workbook.replace(WORKBOOK, 'xl/_rels/$1.rels'), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const path = pathTo(attribute('Target') ?? '');
      links.push({ id: attribute('Id') ?? '', type: attribute('Type') ?? '', path });
    },
  });
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  let isStale = false;
  await readXml(archive, workbook, {
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
  const pathOf = (kind: string): string | undefined => links.find(({ type }) => type.endsWith(kind))?.path;
  const [strings, styles] = [pathOf('/sharedStrings'), pathOf('/styles')];
  return {
    archive,
    sheets,
    strings: strings === undefined ? [] : await stringsOf(archive, strings),
    formats: styles === undefined ? [] : await numberFormats(archive, styles),
    isFrom1904,
    isStale,
  };
}

/** The name of a part that the workbook links to, without the steps that lead there. */
function pathTo(target: string): string {
  const path = target.startsWith('/') ? [] : ['xl'];
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/** Whether a boolean attribute, written `1` or `true`, is set. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** A text may come in several runs, each with its own look. */
async function stringsOf(archive: ZipArchive, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let runs = '';
  await readXml(archive, path, {
    close(name, text) {
      if (name === 't') runs += text;
      if (name !== 'si') return;
      strings.push(unescaped(runs));
      runs = '';
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

import { foreignArchive } from './foreign-files.js';
import { type CellStyle, cellStyles } from './number-formats.js';
import { damaged, tableError } from './table-error.js';
import { type Attributes, isTrue, readXml } from './xml.js';
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
  readonly styles: readonly CellStyle[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
  /** Whether the saved formula results are outdated, and a spreadsheet must calculate them when it opens the file. */
  readonly isStale: boolean;
}

/** @throws TableError for an archive that is no workbook, or a damaged one. */
export async function workbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const ofArchive = archive.names.includes('_rels/.rels') ? await linksOf(archive) : [];
  const workbook = ofArchive.find(({ type }) => type.endsWith('/officeDocument'))?.path ?? '';
  // Those of Word and PowerPoint have their own folders, and binary workbooks are no XML.
  if (!/^(?!word\/|ppt\/).+\.xml$/i.test(workbook)) throw tableError(foreignArchive(archive.names));
  const links = await linksOf(archive, workbook);
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
    styles: styles === undefined ? [] : await cellStyles(archive, styles),
    isFrom1904,
    isStale,
  };
}

/** The parts that a part links to, or, without a name, the archive itself; `path` is without the steps that lead there. */
async function linksOf(archive: ZipArchive, part = '') {
  const links: { readonly id: string; readonly type: string; readonly path: string }[] = [];
  const [file, ...folders] = part.split('/').toReversed();
  const folder = folders.toReversed();
  await readXml(archive, [...folder, '_rels', `${file}.rels`].join('/'), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const target = attribute('Target') ?? '';
      const path = target.startsWith('/') ? [] : [...folder];
      for (const step of target.split('/')) {
        if (step === '..') path.pop();
        else if (step !== '' && step !== '.') path.push(step);
      }
      links.push({ id: attribute('Id') ?? '', type: attribute('Type') ?? '', path: path.join('/') });
    },
  });
  return links;
}

/**
 * A text in several runs, each with its own look. Digits that are raised, lowered or struck are no part of the number beside
 * them: `50 | 1` of 50 with the number of a footnote.
 */
export class TextRuns {
  #text = '';
  #isApart = false;
  #wasApart = false;

  open(name: string, attribute: Attributes): void {
    if (name === 'r') this.#isApart = false;
    const isOwn = name === 'vertAlign' || name === 'strike';
    if (isOwn && !/^(?:0|false|baseline)$/.test(attribute('val') ?? '')) this.#isApart = true;
  }

  add(text: string): void {
    const isOther = this.#isApart !== this.#wasApart;
    this.#text += isOther && /[\d.,]$/.test(this.#text) && /^[\d.,]/.test(text) ? ` | ${text}` : text;
    this.#wasApart = this.#isApart;
  }

  /** The whole text; the next one begins. */
  end(): string {
    const text = this.#text;
    this.#text = '';
    this.#isApart = false;
    return text;
  }
}

async function stringsOf(archive: ZipArchive, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  const runs = new TextRuns();
  await readXml(archive, path, {
    open: (name, attribute) => runs.open(name, attribute),
    close(name, text) {
      if (name === 't') runs.add(text);
      if (name === 'si') strings.push(unescaped(runs.end()));
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

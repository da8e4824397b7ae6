import { foreignArchive } from './foreign-files.js';
import { type CellStyle, cellStyles } from './number-formats.js';
import { damaged, tableError } from './table-error.js';
import { type Attributes, isTrue, readXml } from './xml.js';
import type { ZipArchive } from './zip-archive.js';

/** A sheet's name and its path in the archive. */
export interface SheetPart {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** Everything in a workbook that is needed to read its sheets. */
export interface WorkbookParts {
  readonly archive: ZipArchive;
  /** The sheets that have cells, in their order; chart sheets are left out. */
  readonly sheets: readonly SheetPart[];
  /** Shared texts; cells refer to them by index. */
  readonly strings: readonly string[];
  /** Indexed by a cell's style number. */
  readonly styles: readonly CellStyle[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
  /** Whether saved formula results are outdated until a spreadsheet recalculates the file. */
  readonly isStale: boolean;
}

/** @throws TableError for an archive that is damaged or not a workbook. */
export async function workbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const ofArchive = archive.names.includes('_rels/.rels') ? await linksOf(archive) : [];
  const workbook = ofArchive.find(({ type }) => type.endsWith('/officeDocument'))?.path ?? '';
  // Word and PowerPoint files use other folders, and binary workbooks are not XML.
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

/** The parts that a part links to, or the archive itself if no part is named; each `path` is resolved. */
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
 * Joins the runs of a formatted text. Raised, lowered or struck digits are not part of the number beside them:
 * 50 with a footnote number becomes `50 | 1`.
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

  /** Returns the whole text and starts the next one. */
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

/** Decodes `_x000D_`, as workbooks write characters that XML forbids. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

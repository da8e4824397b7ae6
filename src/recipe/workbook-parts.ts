import { unzipSync } from 'fflate';
import { textOf } from '../csv/text.js';
import { numberFormats } from './number-format.js';
import { recipeError } from './recipe-error.js';
import { readXml } from './xml.js';

/** A sheet by its name, and where it stands in the archive. */
export interface SheetPart {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** What a workbook says beside its sheets. */
export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  /** Texts that cells refer to by their number. */
  readonly strings: readonly string[];
  /** For each style of a cell its number format. */
  readonly formats: readonly string[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
}

/** A part of so many bytes is refused: nobody's table of students is so large, and a small archive may claim anything. */
const MOST_BYTES = 1024 * 1024 * 1024;

const ROOT_LINKS = '_rels/.rels';

/** @throws RecipeError for an archive that is no workbook. */
export function workbookParts(bytes: Uint8Array): WorkbookParts {
  const links = unzipped(bytes, (name) => name.endsWith('.rels'));
  const workbook = linksOf(links, ROOT_LINKS, '').find(({ type }) => type.endsWith('/officeDocument'))?.path;
  if (workbook === undefined || !workbook.endsWith('.xml')) throw notAWorkbook();
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const own = linksOf(links, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const pathOf = (kind: string): string | undefined => own.find(({ type }) => type.endsWith(kind))?.path;
  const [stringsPath, stylesPath] = [pathOf('/sharedStrings'), pathOf('/styles')];
  const parts = unzipped(bytes, (name) => [workbook, stringsPath, stylesPath].includes(name));
  const xmlOf = (path: string | undefined): string =>
    path === undefined ? '' : textOf(parts[path] ?? NOTHING);
  return {
    ...sheetsOf(xmlOf(workbook), own),
    strings: stringsOf(xmlOf(stringsPath)),
    formats: numberFormats(xmlOf(stylesPath)),
  };
}

/** The bytes of one part. @throws RecipeError when it is missing. */
export function partBytes(bytes: Uint8Array, path: string): Uint8Array {
  const part = unzipped(bytes, (name) => name === path)[path];
  if (part === undefined) throw notAWorkbook();
  return part;
}

const NOTHING = new Uint8Array(0);

function unzipped(bytes: Uint8Array, isWanted: (name: string) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted = isWanted(name);
        if (wanted && originalSize > MOST_BYTES) throw tooLarge();
        return wanted;
      },
    });
  } catch (error) {
    // fflate throws errors with a code of its own for archives that it cannot read.
    if (error instanceof Error && 'code' in error) throw notAWorkbook();
    throw error;
  }
}

function notAWorkbook() {
  return recipeError(
    'The file is a zip archive but no Excel workbook (.xlsx) that can be read. Save it as "Excel Workbook (.xlsx)" or as "CSV UTF-8".',
  );
}

function tooLarge() {
  return recipeError('The workbook is too large to be unpacked. Save the sheet as "CSV UTF-8".');
}

interface Link {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

function linksOf(parts: Readonly<Record<string, Uint8Array>>, path: string, folder: string): readonly Link[] {
  const links: Link[] = [];
  readXml(textOf(parts[path] ?? NOTHING), {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = attribute('Target') ?? '';
      links.push({
        id: attribute('Id') ?? '',
        type: attribute('Type') ?? '',
        path: target.startsWith('/') ? target.slice(1) : folder + target,
      });
    },
  });
  return links;
}

function sheetsOf(xml: string, links: readonly Link[]): Pick<WorkbookParts, 'sheets' | 'isFrom1904'> {
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  readXml(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const id = attribute('r:id') ?? attribute('id');
      const link = links.find((each) => each.id === id && each.type.endsWith('/worksheet'));
      if (link === undefined) return;
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute('name') ?? '', path: link.path, isHidden });
    },
  });
  return { sheets, isFrom1904 };
}

/** A text may come in several runs, each with its own look. */
function stringsOf(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  readXml(xml, {
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
  });
  return strings;
}

/** Workbooks write characters that XML has no place for as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

import { inside, type Rows } from './row-types.ts'

export const pdfRows: Rows = {
  exportSpaceArchive: { least: 'read', ok: 200, ...inside },
  getSpacePDF: { least: 'read', ok: 200, ...inside },
  getChangeRequestPDF: { least: 'read', ok: 200, ...inside },
  // The address is the permission.
  downloadPdf: { least: 'anyone', ok: 200 },
}

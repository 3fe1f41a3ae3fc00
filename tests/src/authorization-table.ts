import { adaptiveRows } from './authorization/adaptive.rows.ts'
import { aiRows } from './authorization/ai.rows.ts'
import { changeRequestRows } from './authorization/change-requests.rows.ts'
import { commentRows } from './authorization/comments.rows.ts'
import { contentRows } from './authorization/content.rows.ts'
import { customizationRows } from './authorization/customization.rows.ts'
import { fileRows } from './authorization/files.rows.ts'
import { identityRows } from './authorization/identity.rows.ts'
import { importRows } from './authorization/imports.rows.ts'
import { linksRows } from './authorization/links.rows.ts'
import { memberRows } from './authorization/members.rows.ts'
import { openApiRows } from './authorization/openapi.rows.ts'
import { pageRows } from './authorization/pages.rows.ts'
import { pdfRows } from './authorization/pdf.rows.ts'
import { permissionRows } from './authorization/permissions.rows.ts'
import { readingRows } from './authorization/reading.rows.ts'
import type { Row, Rows } from './authorization/rows.ts'
import { samlRows } from './authorization/saml.rows.ts'
import { siteAskRows } from './authorization/site-ask.rows.ts'
import { siteAudienceRows } from './authorization/site-audience.rows.ts'
import { siteHostnameRows } from './authorization/site-hostnames.rows.ts'
import { sitePeopleRows } from './authorization/site-people.rows.ts'
import { siteStructureRows } from './authorization/site-structure.rows.ts'
import { siteRows } from './authorization/sites.rows.ts'
import { structureRows } from './authorization/structure.rows.ts'
import { templateRows } from './authorization/templates.rows.ts'

/** Every operation, and who may use it. Written by hand, so that it says the intention, not what contracts declare. */
export const table: Rows = {
  ...identityRows,
  ...memberRows,
  ...samlRows,
  ...contentRows,
  ...structureRows,
  ...openApiRows,
  ...pageRows,
  ...commentRows,
  ...importRows,
  ...changeRequestRows,
  ...pdfRows,
  ...permissionRows,
  ...readingRows,
  ...fileRows,
  ...linksRows,
  ...siteRows,
  ...siteStructureRows,
  ...customizationRows,
  ...siteAudienceRows,
  ...siteAskRows,
  ...siteHostnameRows,
  ...sitePeopleRows,
  ...templateRows,
  ...adaptiveRows,
  ...aiRows,
}

/** The operation that a row is about. */
export const operationIn = (key: string): string => key.split(' ')[0] ?? ''

/** An operation's own row. */
export function rowOf(id: string): Row {
  const row = table[id]
  if (!row) throw new Error(`${id} has no row`)
  return row
}

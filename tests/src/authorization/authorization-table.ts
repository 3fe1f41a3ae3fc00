import { adaptiveRows } from './adaptive.rows.ts'
import { aiRows } from './ai.rows.ts'
import { auditRows } from './audit.rows.ts'
import { changeRequestRows } from './change-requests.rows.ts'
import { commentRows } from './comments.rows.ts'
import { contentRows } from './content.rows.ts'
import { customizationRows } from './customization.rows.ts'
import { fileRows } from './files.rows.ts'
import { gitRows } from './git.rows.ts'
import { identityRows } from './identity.rows.ts'
import { importRows } from './imports.rows.ts'
import { installationRows } from './installation.rows.ts'
import { integrationRows } from './integrations.rows.ts'
import { linksRows } from './links.rows.ts'
import { memberRows } from './members.rows.ts'
import { openApiRows } from './openapi.rows.ts'
import { pageRows } from './pages.rows.ts'
import { pdfRows } from './pdf.rows.ts'
import { permissionRows } from './permissions.rows.ts'
import { personalRows } from './personal.rows.ts'
import { programRows } from './programs.rows.ts'
import { readingRows } from './reading.rows.ts'
import type { Row, Rows } from './row-types.ts'
import { samlRows } from './saml.rows.ts'
import { siteAskRows } from './site-ask.rows.ts'
import { siteAudienceRows } from './site-audience.rows.ts'
import { siteHostnameRows } from './site-hostnames.rows.ts'
import { siteInsightsRows } from './site-insights.rows.ts'
import { sitePeopleRows } from './site-people.rows.ts'
import { siteStructureRows } from './site-structure.rows.ts'
import { siteRows } from './sites.rows.ts'
import { structureRows } from './structure.rows.ts'
import { templateRows } from './templates.rows.ts'
import { translationRows } from './translations.rows.ts'

/** Every operation, and the callers who may use it. Written by hand, to state the intention and not the declarations of the contracts. */
export const table: Rows = {
  ...identityRows,
  ...installationRows,
  ...memberRows,
  ...samlRows,
  ...programRows,
  ...auditRows,
  ...contentRows,
  ...structureRows,
  ...personalRows,
  ...openApiRows,
  ...pageRows,
  ...commentRows,
  ...gitRows,
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
  ...siteInsightsRows,
  ...sitePeopleRows,
  ...templateRows,
  ...translationRows,
  ...adaptiveRows,
  ...integrationRows,
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

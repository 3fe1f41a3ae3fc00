import { de as changesDe } from '../../../console/src/words/changes/de.ts'
import { en as changesEn } from '../../../console/src/words/changes/en.ts'
import { de as generalDe } from '../../../console/src/words/general/de.ts'
import { en as generalEn } from '../../../console/src/words/general/en.ts'
import { de as importsDe } from '../../../console/src/words/imports/de.ts'
import { en as importsEn } from '../../../console/src/words/imports/en.ts'
import { de as organizationDe } from '../../../console/src/words/organization/de.ts'
import { en as organizationEn } from '../../../console/src/words/organization/en.ts'
import { de as sitesDe } from '../../../console/src/words/sites/de.ts'
import { en as sitesEn } from '../../../console/src/words/sites/en.ts'

const en = {
  general: generalEn,
  organization: organizationEn,
  changes: changesEn,
  sites: sitesEn,
  imports: importsEn,
}

/** The texts of the console that the stories name, by language. */
export const languages: Record<'en' | 'de', typeof en> = {
  en,
  de: { general: generalDe, organization: organizationDe, changes: changesDe, sites: sitesDe, imports: importsDe },
}

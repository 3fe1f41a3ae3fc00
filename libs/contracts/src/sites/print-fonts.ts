import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { FontFamily, FontWeight } from './site-files.ts'

/** The file of one weight of a font: `file` names it for `readPrintFont`, and changes with its bytes. */
const PrintFontFace = z.strictObject({ weight: FontWeight, file: z.string().max(300) })

const PrintFont = z.strictObject({ fontFamily: FontFamily, faces: z.array(PrintFontFace).min(1).max(2) })
export type PrintFont = z.output<typeof PrintFont>

/** Operations for content, which sets the PDFs of a space in the fonts of its site. Not reachable through the gateway. */
export const printFontOperations = operations('sites', {
  findPrintFonts: {
    method: 'GET',
    path: '/internal/spaces/{spaceId}/print-fonts',
    summary: 'The uploaded fonts that the settings of the site of a space name, in a regular and a bold weight',
    access: servicesOnly('content'),
    replies: { 200: z.strictObject({ text: PrintFont.optional(), code: PrintFont.optional() }) },
  },
  readPrintFont: {
    method: 'POST',
    path: '/internal/spaces/{spaceId}/print-fonts',
    summary: 'The bytes of a font',
    access: servicesOnly('content'),
    body: z.object({ file: z.string().max(300) }),
    /** In base64; absent if the font was changed or deleted since. */
    replies: { 200: z.strictObject({ base64: z.base64().optional() }) },
    reads: true,
  },
})

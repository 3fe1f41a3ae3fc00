import { z } from 'zod'
import { RenderablePage } from '../content/renderable-pages.ts'
import { Id } from '../shared/primitives.ts'

/** Languages of the words that blocks say themselves, such as those of hints and of references of interfaces. */
const languages = ['ar', 'de', 'en', 'es', 'fr', 'he', 'ja', 'zh'] as const

export const RenderQuery = z.object({ language: z.enum(languages).default('en') })

const Heading = z.strictObject({
  /** The anchor of the heading in the HTML. */
  id: z.string(),
  title: z.string(),
  level: z.number().int().min(2).max(6),
})

/** The head of a page, which its HTML does not have. */
const RenderedHead = RenderablePage.shape.page
  .unwrap()
  .omit({ type: true, cover: true })
  .extend({
    /** Addresses of the cover, for light and dark; absent if the page has none that may be loaded. */
    cover: z.strictObject({ src: z.string(), srcDark: z.string().optional() }).optional(),
  })

/** A text as HTML (docs/interface.md#rendered-pages). */
export const RenderedPage = z
  .strictObject({
    object: z.literal('rendered-page'),
    /** The revision that the page and what it refers to were read in. */
    revision: Id,
    /** Absent for a text that is not stored. */
    page: RenderedHead.optional(),
    html: z.string(),
    outline: z.array(Heading),
    /** Origins of frames that a reader may ask for. */
    frames: z.array(z.string()),
    /** Origins of pictures, besides those of this address. */
    pictures: z.array(z.string()),
    /** False if the colours of code, a formula or a diagram took too long: the same request may answer more later. */
    isComplete: z.boolean(),
  })
  .meta({ id: 'RenderedPage' })
export type RenderedPage = z.input<typeof RenderedPage>

/** A page of a site as a whole document (docs/interface.md#rendered-pages). */
export const RenderedSitePage = z
  .strictObject({
    object: z.literal('rendered-site-page'),
    title: z.string(),
    /** The path of the page on the site, not percent-encoded. */
    path: z.string(),
    html: z.string(),
  })
  .meta({ id: 'RenderedSitePage' })
export type RenderedSitePage = z.infer<typeof RenderedSitePage>

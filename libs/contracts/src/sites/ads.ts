import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

const topics = ['webdev', 'crypto'] as const
/** What a site is about, for the advertiser. */
const Topic = z.enum(topics).meta({ id: 'SiteAdsTopic' })
export type SiteAdsTopic = z.infer<typeof Topic>

/** Whether a site shows advertisements, as its members see it (docs/interface.md#advertisements). */
export const SiteAds = z
  .discriminatedUnion('status', [
    z.strictObject({ status: z.literal('pending'), submittable: z.boolean() }),
    z.strictObject({ status: z.literal('in-review'), topic: Topic }),
    z.strictObject({ status: z.literal('rejected'), reason: z.string().optional() }),
    z.strictObject({ status: z.enum(['live', 'disabled']), topic: Topic, zoneId: z.string() }),
  ])
  .meta({ id: 'SiteAds' })
export type SiteAds = z.infer<typeof SiteAds>

/** A member's change: `in-review` submits the site, or turns ads on again, `disabled` turns them off. */
export const UpdateSiteAds = z.object({
  status: z.enum(['in-review', 'disabled']).optional(),
  topic: Topic.optional(),
})

const short = z.string().min(1).max(200)

/** The advertiser's decision. */
export const ReviewSiteAds = z.discriminatedUnion('status', [
  z.object({ status: z.literal('live'), zoneId: short, reportingId: short }),
  z.object({ status: z.literal('rejected'), reason: z.string().max(512).optional() }),
  z.object({ status: z.literal('pending') }),
])

const ofReview = { id: Id, url: z.string(), email: z.string(), topic: Topic }
/** A site as the advertiser sees it. */
export const ReviewedSite = z.discriminatedUnion('status', [
  z.strictObject({ ...ofReview, status: z.literal('in-review') }),
  z.strictObject({ ...ofReview, status: z.literal('live'), zoneId: z.string() }),
  z.strictObject({ ...ofReview, status: z.literal('rejected'), reason: z.string().optional() }),
])

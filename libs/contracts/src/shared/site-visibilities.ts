export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const

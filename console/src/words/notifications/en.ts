/** The texts of notifications, in English; the other languages have the same. */
export const en = {
  onlyUnread: 'Only unread',
  markAllRead: 'Mark all as read',
  unreadSign: 'Unread',
  noNotifications: 'Nothing new',
  noNotificationsHint:
    'You are told here when somebody mentions you, replies to you, asks for your review, or reviews or merges your change request.',
  loadMore: 'Show older ones',
  told: {
    mention: (name: string) => `${name} mentioned you`,
    reply: (name: string) => `${name} replied to you`,
    comment: (name: string) => `${name} commented on your change request`,
    'review-requested': (name: string) => `${name} asks for your review`,
    review: (name: string) => `${name} reviewed your change request`,
    merge: (name: string) => `${name} merged your change request`,
  },
  importEnded: { completed: 'Your import is done', failed: 'Your import has failed' },
  someone: 'A former member',
}

export type NotificationsWords = typeof en

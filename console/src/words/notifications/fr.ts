import type { NotificationsWords } from './en.ts'

export const fr: NotificationsWords = {
  onlyUnread: 'Non lues seulement',
  markAllRead: 'Tout marquer comme lu',
  unreadSign: 'Non lue',
  noNotifications: 'Rien de nouveau',
  noNotificationsHint:
    'Vous êtes averti ici quand quelqu’un vous mentionne, vous répond, vous demande une relecture, ou relit ou fusionne votre demande de modification.',
  loadMore: 'Afficher les plus anciennes',
  told: {
    mention: (name) => `${name} vous a mentionné`,
    reply: (name) => `${name} vous a répondu`,
    comment: (name) => `${name} a commenté votre demande de modification`,
    'review-requested': (name) => `${name} vous demande une relecture`,
    review: (name) => `${name} a relu votre demande de modification`,
    merge: (name) => `${name} a fusionné votre demande de modification`,
  },
  importEnded: { completed: 'Votre importation est terminée', failed: 'Votre importation a échoué' },
  someone: 'Un ancien membre',
}

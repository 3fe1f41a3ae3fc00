import type { NotificationsWords } from './en.ts'

export const de: NotificationsWords = {
  onlyUnread: 'Nur ungelesene',
  markAllRead: 'Alle als gelesen markieren',
  unreadSign: 'Ungelesen',
  noNotifications: 'Nichts Neues',
  noNotificationsHint:
    'Hier erfahren Sie, wenn jemand Sie erwähnt, Ihnen antwortet, Sie um eine Prüfung bittet oder Ihre Änderung prüft oder übernimmt.',
  loadMore: 'Ältere anzeigen',
  told: {
    mention: (name) => `${name} hat Sie erwähnt`,
    reply: (name) => `${name} hat Ihnen geantwortet`,
    comment: (name) => `${name} hat Ihre Änderung kommentiert`,
    'review-requested': (name) => `${name} bittet Sie um eine Prüfung`,
    review: (name) => `${name} hat Ihre Änderung geprüft`,
    merge: (name) => `${name} hat Ihre Änderung übernommen`,
  },
  importEnded: { completed: 'Ihr Import ist fertig', failed: 'Ihr Import ist fehlgeschlagen' },
  someone: 'Ein früheres Mitglied',
}

import type { NotificationsWords } from './en.ts'

export const es: NotificationsWords = {
  onlyUnread: 'Solo no leídas',
  markAllRead: 'Marcar todo como leído',
  unreadSign: 'No leída',
  noNotifications: 'Nada nuevo',
  noNotificationsHint:
    'Aquí se le avisa cuando alguien le menciona, le responde, le pide una revisión, o revisa o fusiona su solicitud de cambio.',
  loadMore: 'Mostrar más antiguas',
  told: {
    mention: (name) => `${name} le ha mencionado`,
    reply: (name) => `${name} le ha respondido`,
    comment: (name) => `${name} ha comentado su solicitud de cambio`,
    'review-requested': (name) => `${name} le pide una revisión`,
    review: (name) => `${name} ha revisado su solicitud de cambio`,
    merge: (name) => `${name} ha fusionado su solicitud de cambio`,
  },
  importEnded: { completed: 'Su importación ha terminado', failed: 'Su importación ha fallado' },
  someone: 'Un antiguo miembro',
}

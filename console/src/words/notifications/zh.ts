import type { NotificationsWords } from './en.ts'

export const zh: NotificationsWords = {
  onlyUnread: '仅看未读',
  markAllRead: '全部标为已读',
  unreadSign: '未读',
  noNotifications: '没有新通知',
  noNotificationsHint: '有人提到您、回复您、请您审阅，或者审阅、合并您的变更请求时，会在这里通知您。',
  loadMore: '显示更早的通知',
  told: {
    mention: (name) => `${name} 提到了您`,
    reply: (name) => `${name} 回复了您`,
    comment: (name) => `${name} 评论了您的变更请求`,
    'review-requested': (name) => `${name} 请您审阅`,
    review: (name) => `${name} 审阅了您的变更请求`,
    merge: (name) => `${name} 合并了您的变更请求`,
  },
  importEnded: { completed: '您的导入已完成', failed: '您的导入失败了' },
  someone: '前成员',
}

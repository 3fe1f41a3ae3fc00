import type { NotificationsWords } from './en.ts'

export const ja: NotificationsWords = {
  onlyUnread: '未読のみ',
  markAllRead: 'すべて既読にする',
  unreadSign: '未読',
  noNotifications: '新しい通知はありません',
  noNotificationsHint:
    'メンション、返信、レビューの依頼、あなたの変更リクエストのレビューやマージがあると、ここでお知らせします。',
  loadMore: '以前の通知を表示',
  told: {
    mention: (name) => `${name} さんがあなたをメンションしました`,
    reply: (name) => `${name} さんが返信しました`,
    comment: (name) => `${name} さんがあなたの変更リクエストにコメントしました`,
    'review-requested': (name) => `${name} さんがレビューを依頼しています`,
    review: (name) => `${name} さんがあなたの変更リクエストをレビューしました`,
    merge: (name) => `${name} さんがあなたの変更リクエストをマージしました`,
  },
  importEnded: { completed: 'インポートが完了しました', failed: 'インポートに失敗しました' },
  someone: '以前のメンバー',
}

import { testPaper } from './support/paper.ts'

testPaper([
  { path: '/app', visitor: 'pro', says: ['Dashboard', 'Showing the last 90 days', 'All businesses'] },
  { path: '/app?businessId=:business', visitor: 'pro', says: ['Dashboard', 'Marlowe & Daughter Books'] },
  { path: '/app/analytics?days=90', visitor: 'pro', says: ['Analytics', '90 days', 'All businesses'] },
  { path: '/app/reviews?status=responded', visitor: 'pro', says: ['Reviews', 'Answered'] },
  {
    path: '/app/reviews?platform=google&rating=5',
    visitor: 'pro',
    says: ['Platform: Google', 'Stars: 5'],
  },
  { path: '/app/reviews/:review', visitor: 'pro', says: ['Posted'] },
  { path: '/app/businesses?view=table', visitor: 'pro', says: ['Need an answer'] },
])

import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import {
  actions,
  alarmSettings,
  alertRecipients,
  answerTargets,
  businesses,
  businessSources,
  draftStyles,
  modelAgreements,
  organizations,
  ownPlatforms,
  replyTemplates,
  reportSchedules,
  reports,
  reviewPages,
  reviewTags,
  widgets,
} from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { membersOf, membersQuery } from '../organizations/list-members.ts'
import { withTimes } from './account-part.ts'

/** Reads everything of an organization except its reviews. Sample businesses and secrets are left out. */
export async function organizationPart(ctx: MemberContext) {
  const { id: organizationId } = ctx.organization
  const [
    own,
    members,
    places,
    sources,
    templates,
    recipients,
    made,
    pages,
    scheduled,
    shown,
    marked,
    targets,
    tags,
    platforms,
    styles,
    alarmLevels,
    agreements,
  ] = await ctx.db.batch([
    ctx.db
      .select(
        columns(
          organizations,
          'id',
          'name',
          'description',
          'website',
          'industry',
          'companySize',
          'billingEmail',
          'replyDelayMinutes',
          'createdAt',
        ),
      )
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
    membersQuery(ctx),
    ctx.db
      .select()
      .from(businesses)
      .where(and(eq(businesses.organizationId, organizationId), eq(businesses.isSample, false)))
      .orderBy(asc(businesses.createdAt), asc(businesses.id)),
    ctx.db
      .select(
        columns(
          businessSources,
          'businessId',
          'platform',
          'source',
          'listingUrl',
          'placeId',
          'statedTotal',
          'statedRating',
          'lastSucceededAt',
        ),
      )
      .from(businessSources)
      .where(eq(businessSources.organizationId, organizationId)),
    ctx.db
      .select(columns(replyTemplates, 'businessId', 'name', 'text', 'createdAt', 'updatedAt'))
      .from(replyTemplates)
      .where(eq(replyTemplates.organizationId, organizationId))
      .orderBy(asc(replyTemplates.createdAt)),
    ctx.db
      .select(
        columns(alertRecipients, 'email', 'alertStars', 'digest', 'timeZone', 'confirmedAt', 'createdAt'),
      )
      .from(alertRecipients)
      .where(eq(alertRecipients.organizationId, organizationId)),
    ctx.db
      .select(columns(reports, 'settings', 'sections', 'method', 'reviewCount', 'createdAt'))
      .from(reports)
      .where(and(eq(reports.organizationId, organizationId), isNotNull(reports.deliveredAt)))
      .orderBy(asc(reports.id)),
    ctx.db
      .select(
        columns(reviewPages, 'businessId', 'handle', 'links', 'language', 'message', 'isOn', 'createdAt'),
      )
      .from(reviewPages)
      .where(eq(reviewPages.organizationId, organizationId)),
    ctx.db
      .select(columns(reportSchedules, 'businessIds', 'settings', 'rhythm', 'state', 'createdAt'))
      .from(reportSchedules)
      .where(eq(reportSchedules.organizationId, organizationId))
      .orderBy(asc(reportSchedules.id)),
    ctx.db
      .select(
        columns(
          widgets,
          'businessId',
          'layout',
          'theme',
          'language',
          'maxReviews',
          'minStars',
          'withText',
          'sites',
          'createdAt',
        ),
      )
      .from(widgets)
      .where(eq(widgets.organizationId, organizationId))
      .orderBy(asc(widgets.createdAt)),
    ctx.db
      .select(columns(actions, 'businessId', 'day', 'name', 'topic', 'createdAt', 'updatedAt'))
      .from(actions)
      .where(eq(actions.organizationId, organizationId))
      .orderBy(asc(actions.day), asc(actions.id)),
    ctx.db
      .select(columns(answerTargets, 'businessId', 'hours'))
      .from(answerTargets)
      .where(eq(answerTargets.organizationId, organizationId)),
    ctx.db
      .select(columns(reviewTags, 'name', 'color', 'rule', 'createdAt'))
      .from(reviewTags)
      .where(eq(reviewTags.organizationId, organizationId))
      .orderBy(asc(reviewTags.createdAt), asc(reviewTags.id)),
    ctx.db
      .select(columns(ownPlatforms, 'id', 'name', 'color', 'createdAt', 'updatedAt'))
      .from(ownPlatforms)
      .where(eq(ownPlatforms.organizationId, organizationId))
      .orderBy(asc(ownPlatforms.createdAt), asc(ownPlatforms.id)),
    ctx.db
      .select(columns(draftStyles, 'businessId', 'tone', 'signOff', 'contactLine', 'remarks', 'updatedAt'))
      .from(draftStyles)
      .where(eq(draftStyles.organizationId, organizationId)),
    ctx.db
      .select({ level: alarmSettings.level })
      .from(alarmSettings)
      .where(eq(alarmSettings.organizationId, organizationId)),
    ctx.db
      .select(columns(modelAgreements, 'model', 'voice', 'agreedAt'))
      .from(modelAgreements)
      .where(eq(modelAgreements.organizationId, organizationId)),
  ])
  return {
    organization: withTimes(own)[0],
    members: membersOf(ctx, members).map(({ fullName, email, role, joinedAt }) => ({
      fullName,
      email,
      role,
      joinedAt,
    })),
    businesses: places.map(
      ({ organizationId: _, userId: __, isSample: ___, address, settings, ...business }) => ({
        ...withTimes([business])[0],
        address: JSON.parse(address) as unknown,
        settings: JSON.parse(settings) as unknown,
        sources: withTimes(
          sources
            .filter(({ businessId }) => businessId === business.id)
            .map(({ businessId: ____, ...source }) => source),
        ),
      }),
    ),
    replyTemplates: withTimes(templates),
    tags: tags.map(({ rule, ...tag }) => ({
      ...withTimes([tag])[0],
      rule: rule === null ? null : (JSON.parse(rule) as unknown),
    })),
    platforms: withTimes(platforms),
    widgets: withTimes(shown),
    actions: withTimes(marked),
    answerTargets: targets,
    draftStyles: styles.map(({ remarks, ...style }) => ({
      ...withTimes([style])[0],
      remarks: JSON.parse(remarks) as unknown,
    })),
    alarmLevel: alarmLevels[0]?.level ?? null,
    languageModel: withTimes(agreements)[0] ?? null,
    reports: made.map(({ settings, sections, ...report }) => ({
      ...(JSON.parse(settings) as object),
      ...withTimes([report])[0],
      results: JSON.parse(sections) as unknown,
    })),
    reportSchedules: scheduled.map(({ settings, businessIds, ...schedule }) => ({
      ...(JSON.parse(settings) as object),
      ...withTimes([schedule])[0],
      businessIds: JSON.parse(businessIds) as unknown,
    })),
    reviewPages: withTimes(pages),
    // Members' personal settings are in their own archives.
    recipients: withTimes(recipients.filter(({ email }) => email !== null)),
  }
}

import { eq, ne } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { modelAgreements, replyRewrites } from '#db/schema/index.ts'
import type { ActingContext, MemberContext } from '../../../context.ts'
import { DomainError } from '../../../errors.ts'
import { recordAction } from '../../../identity/log/record-action.ts'
import type { ModelAgreementView, SaveModelAgreementInput } from '../../../rules/language-model.ts'

/** Reads the owner's agreement, possibly for a model other than the current one: one row or none. */
export function agreementQuery({ db, organization }: Pick<ActingContext, 'db' | 'organization'>) {
  return db
    .select(columns(modelAgreements, 'model', 'voice'))
    .from(modelAgreements)
    .where(eq(modelAgreements.organizationId, organization.id))
}

export function agreementView(
  { languageModel }: Pick<ActingContext, 'languageModel'>,
  { agreedTo, voice }: { agreedTo: string | null; voice: string | null },
): ModelAgreementView | null {
  return languageModel && { model: languageModel.name, isAllowed: agreedTo === languageModel.name, voice }
}

/**
 * Allows the language model to rewrite drafts, or withdraws the permission and deletes the model's rewrites.
 *
 * @throws DomainError `conflict` if the deployment has no model
 */
export async function saveModelAgreement(ctx: MemberContext, input: SaveModelAgreementInput): Promise<void> {
  const { db, languageModel } = ctx
  const organizationId = ctx.organization.id
  const { isAllowed, voice } = input
  if (!isAllowed) {
    await db.batch([
      db.delete(modelAgreements).where(eq(modelAgreements.organizationId, organizationId)),
      recordAction(ctx, { organizationId, action: 'rewriting_stopped' }),
      db.delete(replyRewrites).where(eq(replyRewrites.organizationId, organizationId)),
    ])
    return
  }
  if (!languageModel) throw new DomainError('conflict', 'This service has no language model.')
  const agreed = { model: languageModel.name, agreedBy: ctx.session.user.id, agreedAt: ctx.now() }
  await db.batch([
    db
      .insert(modelAgreements)
      .values({ organizationId, ...agreed })
      .onConflictDoUpdate({
        target: modelAgreements.organizationId,
        set: agreed,
        setWhere: ne(modelAgreements.model, languageModel.name),
      }),
    recordAction(ctx, { organizationId, action: 'rewriting_allowed', subject: languageModel.name }),
    db.update(modelAgreements).set({ voice }).where(eq(modelAgreements.organizationId, organizationId)),
  ])
}

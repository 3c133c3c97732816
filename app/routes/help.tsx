import { TextPage, TextSection } from '#app/components/public/text-page.tsx'
import { SupportLink, TextLink, useSupportEmail } from '#app/components/text-link.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () =>
  pageTitle('Help Center', 'How to bring reviews in, answer them, and what to do when something fails.')

const CONTENTS = [
  ['start', 'Getting started'],
  ['sources', 'Where reviews come from'],
  ['failures', 'When something fails'],
  ['answers', 'Answering reviews'],
  ['permissions', 'Roles and permissions'],
  ['sign-in', 'Signing in'],
  ['contact', 'Still stuck?'],
] as const

export default function Help() {
  const email = useSupportEmail()
  return (
    <TextPage
      title="Help Center"
      intro="How to bring reviews in, answer them, and what to do when something fails."
    >
      <nav aria-label="Contents" className="mt-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {CONTENTS.map(([id, title]) => (
            <li key={id}>
              <TextLink href={`#${id}`} className="inline-flex min-h-11 items-center">
                {title}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <TextSection id="start" title="Getting started">
        Add your business with the link of its page on Google, Yelp or TripAdvisor, then press Collect. The
        first reviews appear while the rest still arrives. Each plan has its number of locations; the pricing
        page lists them.
      </TextSection>
      <TextSection id="sources" title="Where reviews come from">
        <p>
          The best source is your own Google Business Profile or Facebook page: connect it on the business’s
          Sources screen, and all its reviews come in. Without a connection we read the public page, or the
          platform’s official service, as far as it lets us. You can also import a file, paste a review, or
          forward the platform’s notification mails.
        </p>
        <p>
          A collection takes the newest reviews first and then works its way back, a number of pages at a
          time. The plan decides how far back you see; older reviews are kept, but not shown.
        </p>
      </TextSection>
      <TextSection id="failures" title="When something fails">
        <p>
          ‘Failed to load reviews’ or ‘Failed to load review statistics’ means that we couldn’t read them just
          then. They are still stored: press Retry after a moment.
        </p>
        <p>
          If a source fails, its screen names the reason and when we try again. Most reasons pass by
          themselves: the platform asked us to slow down, or didn’t answer. If the link is wrong, edit the
          business and paste it again. If a connection has ended, connect the account again.
        </p>
        <p>
          ‘Too Many Requests’ means that one browser or network asked very often. Wait a minute and close
          other tabs of this site.
        </p>
      </TextSection>
      <TextSection id="answers" title="Answering reviews">
        Write your answer under the review. With a connected Google Business Profile it is posted there, and
        its state is beside it. Otherwise copy it and post it on the platform’s own page. What you write
        without a connection to the internet is kept in your browser and sent later.
      </TextSection>
      <TextSection id="permissions" title="Roles and permissions">
        <p>
          An organization has an owner, admins, members and viewers. Viewers read. Members also answer
          reviews, collect, and add or change businesses. Admins also delete businesses.
        </p>
        <p>
          If it says ‘Access Denied’ or ‘Insufficient permissions’, ask the owner or an admin of your
          organization to do it, or to give you another role. Check also that you are signed in with the
          account that belongs to it.
        </p>
      </TextSection>
      <TextSection id="sign-in" title="Signing in">
        <p>
          A session ends after 30 minutes without activity, and after a day in any case. If you have forgotten
          your password, <TextLink href="/reset-password">have a link sent</TextLink> to your e-mail address.
          Without your phone, a recovery code replaces the code from your app.
        </p>
        <p>After five wrong passwords, wait 15 minutes before the next try.</p>
      </TextSection>
      <TextSection id="contact" title="Still stuck?">
        <p>
          {email ? (
            <>
              Write to <SupportLink email={email} />. Say what you did and what happened instead; if the
              screen named a request, copy its number.
            </>
          ) : (
            <>
              Ask whoever runs this server. <TextLink href="/support">Support</TextLink> has more answers.
            </>
          )}
        </p>
      </TextSection>
    </TextPage>
  )
}

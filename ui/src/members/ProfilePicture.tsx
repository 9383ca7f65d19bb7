// The owner's picture. The server keeps the square in its middle.
import { Avatar } from '../kit/Avatar'
import { OnePicture } from '../projects/edit/OnePicture'
import { useSession } from '../sessions/SessionProvider'
import { useChangePicture, type Profile } from './queries'

export function ProfilePicture({ profile: { name, profilePicture } }: { profile: Profile }) {
  const { know } = useSession()
  return (
    <div className="mt-4">
      <OnePicture
        label="Choose a picture of you"
        shown={<Avatar name={name} src={profilePicture} size={80} className="outline-1 -outline-offset-1 outline-line" />}
        hint="The square in its middle is shown."
        choose={profilePicture ? 'Change picture' : 'Add a picture'}
        remove={profilePicture ? 'Remove picture' : undefined}
        change={useChangePicture(know)}
      />
    </div>
  )
}

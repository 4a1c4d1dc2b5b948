# Runs a command, passes its end on, and writes to descriptor 3 how many seconds of processor time it took, with all that it
# started. It is in Perl, which every Debian and macOS has, because Node.js cannot ask for the time of children, nor become
# the parent of those whose own parent has ended, as most processes of a browser are: without these it is a third of all.
use strict;
use warnings;
use POSIX ();

use constant { PR_SET_PDEATHSIG => 1, PR_SET_CHILD_SUBREAPER => 36 };
use constant LAST_ORPHANS_S => 5;

my $prctl = $^O eq 'linux' ? { x86_64 => 157, aarch64 => 167 }->{ (POSIX::uname())[4] } : undef;
syscall $prctl, PR_SET_CHILD_SUBREAPER, 1 if defined $prctl;

my $pid = fork // die "fork: $!";
if ($pid == 0) {
  syscall $prctl, PR_SET_PDEATHSIG, POSIX::SIGKILL if defined $prctl;
  POSIX::close(3);
  no warnings 'exec';
  exec { $ARGV[0] } @ARGV or print STDERR "$ARGV[0]: $!\n";
  POSIX::_exit(127);
}

# A terminal tells the command itself; what ends this one alone is passed on.
$SIG{INT} = $SIG{HUP} = 'IGNORE';
$SIG{TERM} = sub { kill TERM => $pid };

my $status;
while (1) {
  my $ended = waitpid -1, 0;
  next if $ended == -1 && $!{EINTR};
  last if $ended == -1;
  next if $ended != $pid;
  $status = $?;
  last;
}
# Those that outlived it are on their way out. What stays is left alone, and not counted.
eval {
  local $SIG{ALRM} = sub { die };
  alarm LAST_ORPHANS_S;
  1 while waitpid(-1, 0) > 0;
};

my (undef, undef, $user, $system) = times;
if (open my $report, '>&=', 3) { printf $report "%.2f %.2f\n", $user, $system }
my $signal = $status & 127;
exit($signal ? 128 + $signal : $status >> 8);

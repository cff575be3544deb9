"""`python -m companion.cli`: the same as the command `tableside`."""

import sys

from companion.cli import main

sys.exit(main())

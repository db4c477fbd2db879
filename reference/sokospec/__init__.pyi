from sokocheck.claims.detector_audit import audit as audit
from sokocheck.claims.judging import judge as judge
from sokocheck.engines.certified_answers import certify as certify
from sokocheck.engines.certified_answers import solve as solve
from sokospec.answer import Answer as Answer
from sokospec.answer import Objective as Objective
from sokospec.answer import Verdict as Verdict
from sokospec.board import Board as Board
from sokospec.board import Direction as Direction
from sokospec.board import Level as Level
from sokospec.board import Square as Square
from sokospec.board import State as State
from sokospec.errors import Defect as Defect
from sokospec.errors import IllegalStep as IllegalStep
from sokospec.errors import InvalidLevel as InvalidLevel
from sokospec.errors import LimitError as LimitError
from sokospec.errors import ParseError as ParseError
from sokospec.errors import SokobanError as SokobanError
from sokospec.formats import read as read
from sokospec.history import History as History
from sokospec.limits import LimitReached as LimitReached
from sokospec.limits import Limits as Limits
from sokospec.metrics import Metrics as Metrics
from sokospec.replay import Replay as Replay
from sokospec.replay import replay as replay
from sokospec.rules import is_solved as is_solved
from sokospec.rules import normalise as normalise
from sokospec.rules import pushes as pushes
from sokospec.rules import reachable as reachable
from sokospec.rules import step as step
from sokospec.rules import steps as steps
from sokospec.shortcuts import verify as verify

ELSEWHERE: dict[str, str]
__all__: list[str]
__version__: str
